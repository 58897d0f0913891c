// Tests every hostile text separately, in every field of the service and on every surface. `test/attacks` combines
// the texts.
import { after, before, describe, it } from "node:test";
import { corpus } from "../../attacks/corpus.ts";
import { answerAllWith, sameText } from "../../attacks/hostileAnswers.ts";
import { HostileService } from "../../attacks/hostileService.ts";
import { leave } from "../../ui/flows.ts";

describe("each hostile string from the service", () => {
  let hostile: HostileService;
  before(async () => {
    hostile = await HostileService.open();
  });
  after(() => hostile.stop());

  it("is rendered as plain text on every surface", async (context) => {
    for (const [index, text] of corpus(hostile.beacon.url).entries()) {
      await context.test(text.name, async () => {
        const older = answerAllWith(hostile.standIn, sameText(text.text));
        await hostile.surfaces.visitAll(text, older, index % 2 === 1);
        await hostile.assertNoEffect();
      });
      await leave(hostile.workbench);
    }
  });
});
