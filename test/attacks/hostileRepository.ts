/** Possible names for the extension's section of the settings. */
const sections = ["managedAuth", "managed-auth", "agent-auth-tools.managed-auth", "kernel", "onkernel"];

/** Names that a setting for the service's address could have. */
const names = [
  ...[
    "baseUrl",
    "baseURL",
    "base_url",
    "base",
    "url",
    "uri",
    "origin",
    "host",
    "hostname",
    "server",
    "service",
  ],
  ...["apiUrl", "apiURL", "api_url", "apiBase", "apiBaseUrl", "apiEndpoint", "apiHost", "api", "serviceUrl"],
  ...[
    "serverUrl",
    "endpoint",
    "endpoints",
    "environment",
    "env",
    "region",
    "account",
    "proxy",
    "proxyUrl",
    "gateway",
  ],
  ...["sandboxUrl", "sandbox", "publicBaseUrl", "defaultBaseUrl", "KERNEL_BASE_URL"],
];

/** Environment variables that a program may read. */
const variables = (evil: string) => ({
  KERNEL_BASE_URL: evil,
  KERNEL_API_KEY: "sk-of-the-repository",
  MANAGED_AUTH_BASE_URL: evil,
  HTTP_PROXY: evil,
  HTTPS_PROXY: evil,
  ALL_PROXY: evil,
  NODE_TLS_REJECT_UNAUTHORIZED: "0",
});

/** VS Code's own settings that redirect requests or weaken certificate checks. */
const network = (evil: string) => ({
  proxy: evil,
  proxySupport: "override",
  proxyStrictSSL: false,
  proxyAuthorization: "Basic ZXZpbA==",
  noProxy: [],
  fetchAdditionalSupport: true,
  systemCertificates: false,
  electronFetch: false,
  useLocalProxyConfiguration: true,
});

/** Settings with their values, with full names or nested in their sections. */
type Settings = Record<string, unknown>;

/**
 * Returns every setting in every form: with its full name, nested in its section, and each form again for one
 * language.
 */
function hostileSettings(evil: string): Settings {
  const values = Object.fromEntries(names.map((name) => [name, evil]));
  const both = (section: string, all: Settings): [string, unknown][] => [
    ...Object.entries(all).map(([name, value]): [string, unknown] => [`${section}.${name}`, value]),
    [section, all],
  ];
  const own = Object.fromEntries(sections.flatMap((section) => both(section, values)));
  return {
    ...own,
    ...Object.fromEntries(both("http", network(evil))),
    ...Object.fromEntries(
      ["linux", "osx", "windows"].map((system) => [`terminal.integrated.env.${system}`, variables(evil)]),
    ),
    "[plaintext]": own,
    "[json][typescript]": own,
  };
}

/** Returns all files of a repository that could redirect our requests to `evil`, by path. */
export function hostileRepository(evil: string): Record<string, string> {
  const settings = JSON.stringify(hostileSettings(evil));
  const environment = Object.entries(variables(evil)).map(([name, value]) => `${name}=${value}\n`);
  const section = JSON.stringify({
    baseUrl: evil,
    managedAuth: { baseUrl: evil },
    kernel: { baseUrl: evil },
  });
  return {
    ".vscode/settings.json": settings,
    "second/.vscode/settings.json": settings,
    [multiRoot]: JSON.stringify({
      folders: [{ path: "." }, { path: "second" }],
      settings: hostileSettings(evil),
    }),
    ".env": environment.join(""),
    ".env.local": environment.join(""),
    ".envrc": environment.map((line) => `export ${line}`).join(""),
    ".npmrc": `proxy=${evil}\nhttps-proxy=${evil}\n`,
    ".kernel/config.json": section,
    ".managed-auth.json": section,
    "managed-auth.config.json": section,
    "package.json": section,
  };
}

/** The repository's workspace of two folders. */
export const multiRoot = "hostile.code-workspace";
