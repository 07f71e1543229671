import { COMMON_RULES, type HuntSeed } from './hunt-seed.ts';

const STORY = `Before the railroad, before the dairies, before anyone thought to cut a number into a milestone, there was a toll on the old road over the mountain. You did not pay it in coin. You paid it to Grumlin, who lived under the bridge, and he took whatever he fancied: a button, a secret, the last verse of your favorite song.

Then they built the new road, and nobody came. A troll without a toll is only somebody cold under a bridge. So one fall he packed everything that he had collected into a small wooden box, four inches by three, and walked uphill until he could not hear the traffic any more.`;

export const vtTrollHunt: HuntSeed = {
  handle: 'vt-troll-hunt',
  title: 'The Vermont Troll Hunt',
  region: 'Vermont',
  description:
    'Somewhere in the Green Mountains an old troll has put away two hundred years of tolls in a wooden box and walked off into the trees. He left directions, in verse, because even a troll wants to be found in the end. Read them well and the box is yours.',
  story: STORY,
  intro: `${STORY}

He left directions. They reach us about once a week, on birch bark, in a hand like the footprints of a heron, and we print them just as they come. All that you need is in them and in the land that they describe. Read slowly. Grumlin never lies, but he has never yet said a thing straight.`,
  rules: COMMON_RULES,
  status: 'active',
  priceCents: 2_000,
  currency: 'USD',
  baseValueCents: 100_000,
  bonusPerPurchaseCents: 1_000,
  hiddenDaysAgo: 40,
  searchArea: null,
  position: 1,
  hasStash: false,
  clues: [
    {
      kind: 'clue',
      number: 1,
      title: 'The Toll',
      inDays: -36,
      bodyHtml: `<p>I kept a bridge when bridges wore<br>a roof against the snow,<br>and every wheel that crossed my floor<br>I counted from below.</p>
<p>They built the new road wide and dry<br>and left the old to me.<br>So stand where no one passes by<br>and hear what used to be.</p>
<p>Turn from the water’s talking side,<br>put morning at your back,<br>and let the wall that does not hide<br>a field be all your track.</p>`,
    },
    {
      kind: 'clue',
      number: 2,
      title: 'The Proud Sister',
      inDays: -27,
      bodyHtml: `<p>Three sisters sat them down to rest<br>when ice was king of all.<br>Two went to gravel, east and west;<br>one was too proud to fall.</p>
<p>She wears a cap of rock-cap fern,<br>a skirt of moss and rain.<br>Go round her by the sunwise turn<br>and meet the wall again.</p>
<p>From where her shadow falls at noon<br>step eighty, and no more.<br>You’ll hear, if it is early June,<br>the stream beneath the floor.</p>`,
    },
    {
      kind: 'update',
      number: 1,
      title: 'We went to look',
      inDays: -18,
      bodyHtml: `<p>We walked up to the box to see how it does. It sits where he left it, dry and latched, and the chickadees have stopped noticing it.</p>
<p>The way there stays firm all year. You want boots, not ropes. If you find yourself wading, or with both hands on a rock, or on the wrong side of a posted sign, then you have read him wrong; turn around and read him again.</p>
<p>One note on the second verse, since it has cost us an argument of our own: <em>noon</em> is noon by the sun and not by your phone. Trolls do not keep daylight saving time.</p>`,
    },
    {
      kind: 'clue',
      number: 3,
      title: 'The Stair to Nowhere',
      inDays: -8,
      bodyHtml: `<p>There was a house. There is a stair<br>that climbs to nothing now.<br>The lilac blooms for no one there;<br>the apple keeps one bough.</p>
<p>I took the kettle, left the spoon,<br>and still I owe a debt:<br>he sang to me one sugar moon<br>and I am humming yet.</p>
<p>I do not dig, and nor should you;<br>a cellar is no bank.<br>I keep my things where light comes through<br>the maple lightning drank.</p>`,
    },
    {
      kind: 'clue',
      number: 4,
      title: 'The Last Button',
      inDays: 3,
      bodyHtml: `<p>Sit on the stair that climbs to air<br>and face the falling sun.<br>The tree the lightning emptied there<br>has two arms. Trust the one</p>
<p>that points the way the wild geese go<br>when first the pond turns white.<br>Reach no more high than any doe<br>would lift her head at night.</p>
<p>Put back the moss. Push to the door.<br>Keep what is in your hand,<br>and leave a button, nothing more,<br>for one who’ll understand.</p>`,
    },
  ],
};
