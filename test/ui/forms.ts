// The forms of what connections refer to, as a table: what each asks, with what it is answered, and what it sends.
import { answer, asked, choose } from "./flows.ts";
import type { Workbench } from "../host/workbench.ts";

/** One question of a form. */
interface Question {
  readonly asks: string;
  /** What it asks with once it has an answer that is not shown. */
  readonly asksAgain?: string;
  readonly answer: (workbench: Workbench) => Promise<void>;
  /** Takes the answer that is there already. */
  readonly keep: (workbench: Workbench) => Promise<void>;
}

export interface Form {
  readonly command: string;
  /** What is to be changed, where that is asked for first. */
  readonly of?: { readonly asks: string; readonly row: string };
  /** Asked for in this order; where there are none, `row` of the review leads to the only one. */
  readonly questions: readonly Question[];
  readonly edits?: { readonly row: string; readonly question: Question };
  readonly review: string;
  readonly send: string;
  /** What is sent, such as "POST /proxies"; an id in it is any. */
  readonly sends: RegExp;
  readonly told: string;
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

/** An answer that is there before anybody has typed one. */
function asIs(asks: string): Question {
  return { asks, answer: accept, keep: accept };
}

function row(asks: string, label: string): Question {
  return { asks, answer: (workbench) => choose(workbench, asks, label), keep: accept };
}

/** A list to which a secret is added. */
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

/** What is made by the forms, by its name. */
export const made = ["bees", "shop-login", "lisbon-2", "vault-2"] as const;

const saveReview = "Save, or choose what to change";

export const forms: readonly Form[] = [
  {
    command: "Create Destination…",
    questions: [
      row("What collects the telemetry? Anything that takes OTLP over HTTP does", "Honeycomb"),
      text("A name for the destination. Connections select it by this, or by its ID.", "bees"),
      asIs("Honeycomb's address, as its documents give it. Your region may have another."),
      secrets(
        "Headers that are sent with each export, such as a key",
        "Add X-Honeycomb-Team…",
        "The value of X-Honeycomb-Team. It is sent once, and never shown or kept here.",
      ),
      text("What it is for. Leave it empty to have none.", "All of it"),
    ],
    review: "Create, or choose what to change",
    send: "Create Destination",
    sends: /^POST \/telemetry\/destinations$/,
    told: "bees is created",
  },
  {
    command: "Create Credential…",
    questions: [
      text("A name for the credential. Connections refer to it by this.", "shop-login"),
      text("The domain of the site that it logs in to.", "shop.example"),
      secrets(
        "What the site asks for. The service enters it at each login",
        "Add Password…",
        "The value of password. It is sent once, and never shown or kept here.",
      ),
      asIs("The secret that the site shows for an authenticator app. It is never shown here."),
      asIs("Does the site's login go through another account?"),
    ],
    review: "Create, or choose what to change",
    send: "Create Credential",
    sends: /^POST \/credentials$/,
    told: "shop-login is created",
  },
  {
    command: "Create Proxy…",
    questions: [
      row("What kind of proxy should it be?", "ISP"),
      asIs("In which country should it be? Type a part of its name or its code"),
      text("Hosts that are reached without it, with a comma between. Leave it empty for none.", "a.example"),
      text("A name for the proxy, to know it by. Leave it empty to have its ID alone.", "lisbon-2"),
    ],
    review: "Create, or choose what to change",
    send: "Create Proxy",
    sends: /^POST \/proxies$/,
    told: "lisbon-2 is created",
  },
  {
    command: "Create Provider…",
    questions: [
      text("A name for the provider. Connections refer to it by this.", "vault-2"),
      text(
        "The 1Password service account token. It is sent once, and never shown or kept here.",
        typedSecret,
        "The 1Password service account token. Leave it empty to send the one you typed before.",
      ),
    ],
    review: "Create, or choose what to change",
    send: "Create Provider",
    sends: /^POST \/org\/credential_providers$/,
    told: "vault-2 is created",
  },
  {
    command: "Edit Destination…",
    of: { asks: "Choose a destination, or type its ID or name", row: "bees" },
    questions: [],
    edits: {
      row: "Description",
      question: text("What it is for. Leave it empty to have none.", "Most of it"),
    },
    review: saveReview,
    send: "Save Changes",
    sends: /^PATCH \/telemetry\/destinations\/[^/]+$/,
    told: "Changes saved",
  },
  {
    command: "Edit Credential…",
    of: { asks: "Choose a credential, or type its ID or name", row: "shop-login" },
    questions: [],
    edits: { row: "Name", question: text("Another name for the credential.", "shop-login-2") },
    review: saveReview,
    send: "Save Changes",
    sends: /^PATCH \/credentials\/[^/]+$/,
    told: "Changes saved",
  },
];

/** Starts a form, and answers it up to its review; `name` in place of what it is called else, where that is asked first. */
export async function answerAll(
  workbench: Workbench,
  { command, edits, of, questions, review }: Form,
  name?: string,
): Promise<void> {
  await workbench.runCommand(`Managed Auth: ${command}`);
  if (of !== undefined) await choose(workbench, of.asks, of.row);
  for (const [index, question] of questions.entries()) {
    await asked(workbench, question.asks);
    if (name !== undefined && index === 0) await workbench.quickInput.answer(name);
    else await question.answer(workbench);
  }
  if (edits !== undefined) await edit(workbench, review, edits);
  await asked(workbench, review);
}

async function edit(
  workbench: Workbench,
  review: string,
  { question, row: label }: NonNullable<Form["edits"]>,
): Promise<void> {
  await choose(workbench, review, label);
  await asked(workbench, question.asks);
  await question.answer(workbench);
}

/** From the review back to the first question, and forward again with what was answered. */
export async function goBackAndForth(
  workbench: Workbench,
  { edits, questions, review }: Form,
): Promise<void> {
  const { quickInput } = workbench;
  if (edits !== undefined) {
    await choose(workbench, review, edits.row);
    await asked(workbench, edits.question.asks);
    await quickInput.back();
  }
  const asks = questions.map((one) => one.asksAgain ?? one.asks);
  if (asks.length > 0) {
    await asked(workbench, review);
    await quickInput.back();
  }
  for (const [index, words] of [...asks.entries()].reverse()) {
    await asked(workbench, words);
    if (index > 0) await quickInput.back();
  }
  for (const [index, question] of questions.entries()) {
    await asked(workbench, asks[index] ?? "");
    await question.keep(workbench);
  }
  await asked(workbench, review);
}
