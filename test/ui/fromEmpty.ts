import { answer, answerTyped, waitForQuestion, choose, openWizard, questions } from "./flows.ts";
import { loginQuestion } from "./loginPage.ts";
import { resultCard } from "./resultCard.ts";
import { until } from "../host/until.ts";
import type { Workbench } from "../host/workbench.ts";

/** Typed secrets that must not appear anywhere. */
export const typedSecrets = { password: "pw-7Kq~Zx2!", header: "hdr-9Vn~Lc4!" } as const;

/** Domain of the created connection. */
export const fromEmptyDomain = "orders.example";

/** A named step and its actions. */
type Step = readonly [name: string, happen: () => Promise<void>];

/**
 * Returns the steps from an empty sandbox to a logged-in connection. A proxy, a credential and a telemetry
 * destination are created inside the wizard.
 */
export function fromEmpty(workbench: Workbench): readonly Step[] {
  const { connections, destinations, dialog, quickInput } = workbench;
  const picker = "Choose or type a destination ID";
  /** Accepts the created resource, which is selected in the list. */
  const takeMade = async (question: string, label: string): Promise<void> => {
    await waitForQuestion(workbench, question);
    await until(`${label} to be chosen`, async () => (await quickInput.active())?.label === label);
    await quickInput.accept();
  };
  const accept = async (question: string): Promise<void> => {
    await waitForQuestion(workbench, question);
    await quickInput.accept();
  };
  return [
    [
      "empty",
      async () => {
        await until("its connections", async () => (await connections.rows()).length > 0);
        // From this step on, the visible view must update after each step.
        await workbench.runCommand("Managed Auth: Focus on Telemetry Destinations View");
        await workbench.runCommand("Managed Auth: Reset Sandbox…");
        await dialog.read();
        await dialog.press("Empty");
        await until("the view to be empty", async () => (await connections.rows()).length === 0);
      },
    ],
    [
      "empty-proxy",
      async () => {
        await openWizard(workbench);
        await quickInput.answer(fromEmptyDomain);
        await answerTyped(workbench, questions.profile, "buyer");
        await waitForQuestion(workbench, questions.proxy);
        await quickInput.row("Create Proxy…");
      },
    ],
    [
      "empty-proxy-review",
      async () => {
        await quickInput.choose("Create Proxy…");
        await choose(workbench, "Choose a proxy type", "ISP");
        await accept("Choose a country");
        await accept("Hosts that bypass the proxy, separated by commas. Leave empty for none.");
        await answer(workbench, "Proxy name. Leave empty for none.", "office");
        await waitForQuestion(workbench, "Create, or choose what to change");
      },
    ],
    [
      "empty-credential",
      async () => {
        await quickInput.choose("Create Proxy");
        await takeMade(questions.proxy, "office");
        await choose(workbench, questions.credential, "Create Credential…");
        await answer(workbench, "Credential name, used by connections.", "orders-login");
        await accept("The website's domain.");
        for (const [row, key, value] of [
          ["Add User Name…", "username", "ada"],
          ["Add Password…", "password", typedSecrets.password],
        ] as const) {
          await choose(workbench, "Values for the website's login form", row);
          await answer(
            workbench,
            `The value of ${key}. Sent once; VS Code never shows or stores the value.`,
            value,
          );
        }
        await choose(workbench, "Values for the website's login form", "Continue");
        await accept("The website's authenticator secret. VS Code never shows the secret.");
        await accept("Choose an identity provider");
        await waitForQuestion(workbench, "Create, or choose what to change");
      },
    ],
    [
      "empty-destination",
      async () => {
        await quickInput.choose("Create Credential");
        await takeMade(questions.credential, "orders-login");
        await choose(workbench, questions.review, "Telemetry");
        await choose(workbench, "Choose what to record", "Default set");
        await choose(workbench, "Choose where to export", "Destination by ID…");
        await choose(workbench, picker, "Create Destination…");
        await choose(workbench, "Choose an OTLP collector", "Honeycomb");
        await answer(workbench, "Destination name, used by connections.", "bees");
        await accept("Honeycomb's documented address. Your region's address may differ.");
        const headers = "Headers for each export";
        await choose(workbench, headers, "Add X-Honeycomb-Team…");
        await answer(
          workbench,
          "The value of X-Honeycomb-Team. Sent once; VS Code never shows or stores the value.",
          typedSecrets.header,
        );
        await choose(workbench, headers, "Continue");
        await accept("Description. Leave empty for none.");
        await waitForQuestion(workbench, "Create, or choose what to change");
      },
    ],
    [
      "empty-review",
      async () => {
        await quickInput.choose("Create Destination");
        await takeMade(picker, "bees");
        await waitForQuestion(workbench, questions.review);
      },
    ],
    [
      "empty-logged-in",
      async () => {
        await quickInput.choose("Create and Log In…");
        await choose(workbench, loginQuestion, "In VS Code");
        await until("the green row", async () =>
          (await connections.row(fromEmptyDomain)).description.startsWith("logged in"),
        );
        await until("the message on the page", async () => {
          return (await resultCard(workbench, fromEmptyDomain)).state === "Logged in";
        });
      },
    ],
    [
      "empty-exported",
      async () => {
        await destinations.waitForRow(["bees"], ({ description }) => description.endsWith("exported"));
      },
    ],
  ];
}
