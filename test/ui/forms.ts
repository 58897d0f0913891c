// The resource forms as a table: questions, answers and the request.
import { answer, waitForQuestion, choose } from "./flows.ts";
import type { Workbench } from "../host/workbench.ts";

/** One question of a form. */
interface Question {
  readonly asks: string;
  /** Prompt when the question already has a hidden answer. */
  readonly asksAgain?: string;
  readonly answer: (workbench: Workbench) => Promise<void>;
  /** Accepts the existing answer. */
  readonly keep: (workbench: Workbench) => Promise<void>;
}

export interface Form {
  readonly command: string;
  /** The question for the resource to edit, if any. */
  readonly of?: { readonly asks: string; readonly row: string };
  /** Questions in order. If empty, `edits` names the review's row and its question. */
  readonly questions: readonly Question[];
  readonly edits?: { readonly row: string; readonly question: Question };
  readonly review: string;
  readonly send: string;
  /** Request line, such as "POST /proxies", with any ID. */
  readonly sends: RegExp;
  readonly confirmation: string;
}

const accept = ({ quickInput }: Workbench): Promise<void> => quickInput.accept();

function text(asks: string, typed: string, asksAgain?: string): Question {
  return {
    asks,
    ...(asksAgain !== undefined && { asksAgain }),
    answer: (workbench) => answer(workbench, asks, typed),
    keep: accept,
  };
}

/** A question with a prefilled answer. */
function keepAnswer(asks: string): Question {
  return { asks, answer: accept, keep: accept };
}

function row(asks: string, label: string): Question {
  return { asks, answer: (workbench) => choose(workbench, asks, label), keep: accept };
}

/** A list question to which a secret is added. */
function secrets(asks: string, add: string, value: string): Question {
  const go = (workbench: Workbench): Promise<void> => choose(workbench, asks, "Continue");
  return {
    asks,
    answer: async (workbench) => {
      await choose(workbench, asks, add);
      await answer(workbench, value, typedSecret);
      await go(workbench);
    },
    keep: go,
  };
}

export const typedSecret = "s3cret-7Hq2Vn";

/** Names of the resources that the forms create. */
export const createdNames = ["bees", "shop-login", "london-2", "vault-2"] as const;

const saveReview = "Save, or choose what to change";

export const forms: readonly Form[] = [
  {
    command: "Create Destination…",
    questions: [
      row("Choose an OTLP collector", "Honeycomb"),
      text("Destination name, used by connections.", "bees"),
      keepAnswer("Honeycomb's documented address. Your region's address may differ."),
      secrets(
        "Headers for each export",
        "Add X-Honeycomb-Team…",
        "The value of X-Honeycomb-Team. Sent once; VS Code never shows or stores the value.",
      ),
      text("Description. Leave empty for none.", "All of it"),
    ],
    review: "Create, or choose what to change",
    send: "Create Destination",
    sends: /^POST \/telemetry\/destinations$/,
    confirmation: "bees created",
  },
  {
    command: "Create Credential…",
    questions: [
      text("Credential name, used by connections.", "shop-login"),
      text("The website's domain.", "shop.example"),
      secrets(
        "Values for the website's login form",
        "Add Password…",
        "The value of password. Sent once; VS Code never shows or stores the value.",
      ),
      keepAnswer("The website's authenticator secret. VS Code never shows the secret."),
      keepAnswer("Choose an identity provider"),
    ],
    review: "Create, or choose what to change",
    send: "Create Credential",
    sends: /^POST \/credentials$/,
    confirmation: "shop-login created",
  },
  {
    command: "Create Proxy…",
    questions: [
      row("Choose a proxy type", "ISP"),
      keepAnswer("Choose a country"),
      text("Hosts that bypass the proxy, separated by commas. Leave empty for none.", "a.example"),
      text("Proxy name. Leave empty for none.", "london-2"),
    ],
    review: "Create, or choose what to change",
    send: "Create Proxy",
    sends: /^POST \/proxies$/,
    confirmation: "london-2 created",
  },
  {
    command: "Create Provider…",
    questions: [
      text("Provider name, used by connections.", "vault-2"),
      text(
        "1Password service account token. VS Code doesn't store the token.",
        typedSecret,
        "1Password service account token. Leave empty to keep what you typed.",
      ),
    ],
    review: "Create, or choose what to change",
    send: "Create Provider",
    sends: /^POST \/org\/credential_providers$/,
    confirmation: "vault-2 created",
  },
  {
    command: "Edit Destination…",
    of: { asks: "Choose or type a destination", row: "bees" },
    questions: [],
    edits: { row: "Description", question: text("Description. Leave empty for none.", "Most of it") },
    review: saveReview,
    send: "Save Changes",
    sends: /^PATCH \/telemetry\/destinations\/[^/]+$/,
    confirmation: "Changes saved",
  },
  {
    command: "Edit Credential…",
    of: { asks: "Choose or type a credential", row: "shop-login" },
    questions: [],
    edits: { row: "Name", question: text("New credential name.", "shop-login-2") },
    review: saveReview,
    send: "Save Changes",
    sends: /^PATCH \/credentials\/[^/]+$/,
    confirmation: "Changes saved",
  },
];

/** Starts a form and answers it up to the review. `name` replaces the default name if the form asks for it first. */
export async function answerAll(
  workbench: Workbench,
  { command, edits, of, questions, review }: Form,
  name?: string,
): Promise<void> {
  await workbench.runCommand(`Managed Auth: ${command}`);
  if (of !== undefined) await choose(workbench, of.asks, of.row);
  for (const [index, question] of questions.entries()) {
    await waitForQuestion(workbench, question.asks);
    if (name !== undefined && index === 0) await workbench.quickInput.answer(name);
    else await question.answer(workbench);
  }
  if (edits !== undefined) await edit(workbench, review, edits);
  await waitForQuestion(workbench, review);
}

async function edit(
  workbench: Workbench,
  review: string,
  { question, row: label }: NonNullable<Form["edits"]>,
): Promise<void> {
  await choose(workbench, review, label);
  await waitForQuestion(workbench, question.asks);
  await question.answer(workbench);
}

/** Goes from the review back to the first question and forward again. */
export async function goBackAndForth(
  workbench: Workbench,
  { edits, questions, review }: Form,
): Promise<void> {
  const { quickInput } = workbench;
  if (edits !== undefined) {
    await choose(workbench, review, edits.row);
    await waitForQuestion(workbench, edits.question.asks);
    await quickInput.back();
  }
  const asks = questions.map((one) => one.asksAgain ?? one.asks);
  if (asks.length > 0) {
    await waitForQuestion(workbench, review);
    await quickInput.back();
  }
  for (const [index, words] of [...asks.entries()].reverse()) {
    await waitForQuestion(workbench, words);
    if (index > 0) await quickInput.back();
  }
  for (const [index, question] of questions.entries()) {
    await waitForQuestion(workbench, asks[index] ?? "");
    await question.keep(workbench);
  }
  await waitForQuestion(workbench, review);
}
