// Tests every hostile text by itself, in every field of the service and on every surface. `test/attacks` combines
// them.
import { after, before, describe, it } from "node:test";
import { corpus } from "../../attacks/corpus.ts";
import { answerAllWith, everywhere } from "../../attacks/hostileAnswers.ts";
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
        const older = answerAllWith(hostile.standIn, everywhere(text.text));
        await hostile.surfaces.throughAll(text, older, index % 2 === 1);
        await hostile.nothingHappened();
      });
      await leave(hostile.workbench);
    }
  });
});
