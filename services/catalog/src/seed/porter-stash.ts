import { COMMON_RULES, type HuntSeed } from './hunt-seed.ts';

const STORY = `His name was Porter and so was his trade. For forty-one years he worked the sleeping cars on the northern lines, carried what other people could not, and said very little. Passengers tipped him in silver, in stock market advice, and once, near the end, in a kind of money that nobody else on the train could explain. He kept all of it. He had noticed that people seldom know what the thing in their hand is worth.

When the last night train was taken off he bought a wooden box, four inches by three. He rode as far as the rails still went, stepped down into country that he had only ever seen from a window after dark, and walked until he liked the look of it.`;

export const porterStash: HuntSeed = {
  handle: 'porter-stash',
  title: 'The Porter Stash',
  region: 'Northeastern USA',
  description:
    'For forty-one years a night porter saved what travelers gave him and trusted no bank with any of it. What he left lies inside a circle on the map, and the circle is closing. Follow his notebook, find the box, and the code inside opens the stash.',
  story: STORY,
  intro: `${STORY}

Two things lead there. One is his notebook, which we open for you a page at a time, about once a week. The other is the map: the box is always inside the circle, and as the weeks go by the circle may shrink and shift. The code in the box ends this hunt, and a second one, for those who look closely, opens the stash.`,
  rules: COMMON_RULES,
  status: 'active',
  priceCents: 5_000,
  currency: 'USD',
  baseValueCents: 1_000_000,
  bonusPerPurchaseCents: 2_500,
  hiddenDaysAgo: 12,
  searchArea: {
    lat: 42.64,
    lng: -72.93,
    radius_m: 12_000,
    caption: 'The treasure is inside this circle. The circle may shrink and shift during the hunt.',
  },
  position: 2,
  hasStash: true,
  clues: [
    {
      kind: 'clue',
      number: 1,
      title: 'From the notebook: the 11:40, northbound',
      inDays: -9,
      bodyHtml: `<p><strong>11:52</strong> Left the river on our right hand and did not see it again tonight.</p>
<p><strong>12:20</strong> Two lights, one high and one low. The low one is a kitchen. Somebody in this valley bakes while the rest of us sleep.</p>
<p><strong>12:41</strong> The cutting, then the long curve to the left. Lower berths complain. Through the vestibule door, the smell of sawn pine, though I have never seen the mill.</p>
<p><strong>1:05</strong> Slow for the grade, slow enough to read the lichen on the rock by the light of my own lamp. A man could step down here and not so much as scuff his shoes.</p>
<p><em>One night I will.</em></p>`,
    },
    {
      kind: 'update',
      number: 1,
      title: 'How the circle works',
      inDays: -3,
      bodyHtml: `<p>The circle on the map is twelve kilometers in radius, some fifteen miles from edge to edge. That is a great deal of woods, so do not start by walking.</p>
<p>Each time that it is redrawn it may be smaller, and its center may move. The center tells you nothing: the box is as likely to be near the edge as in the middle. What stays true is that the box is inside it, on public land, within three miles of a paved road.</p>`,
    },
  ],
};
