/** Spellings of a product's own section of the settings. */
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

/** VS Code's own settings that move requests, or make less of certificates. */
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

/** A setting and its value, by its whole name or nested in its section. */
type Settings = Record<string, unknown>;

/** Every setting in every form: by its whole name, nested in its section, and both again for a language. */
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

/** Everything that a repository can ship and that could move our requests to `evil`: texts by path. */
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
