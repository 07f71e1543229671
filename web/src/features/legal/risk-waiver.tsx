import { Link } from '../../components/ui/link.tsx';
import type { LegalSection } from './legal-page.tsx';

export const RISK_WAIVER: readonly LegalSection[] = [
  {
    id: 'outdoors',
    title: 'A hunt is outdoors',
    body: (
      <p>
        Treasure hunting means walking in woods, over rough ground and in all weather. We hide every
        treasure so that an ordinary walker can reach it: within 3 miles of a paved road, never on
        an island or private property, with no climbing, no digging and no swimming. That keeps the
        risk small. It does not make it nothing.
      </p>
    ),
  },
  {
    id: 'risks',
    title: 'The risks',
    body: (
      <>
        <p>Among them are, and you know that there are others:</p>
        <ul>
          <li>slips, trips and falls on wet rock, roots, snow, ice and loose ground;</li>
          <li>heat, cold, lightning, wind, falling branches, and water that rises;</li>
          <li>ticks, insects, snakes, bears and other animals, and poisonous plants;</li>
          <li>hunters, during their season;</li>
          <li>losing your way, nightfall, and places where no phone works;</li>
          <li>traffic on the way there, and on the road where you park;</li>
          <li>other people who are out there, other players among them.</li>
        </ul>
        <p>They can lead to damage to your things, to injury and, at worst, to death.</p>
      </>
    ),
  },
  {
    id: 'your-part',
    title: 'What you take on',
    body: (
      <ul>
        <li>You take part of your own free will and judge for yourself what you are fit for.</li>
        <li>
          You go by daylight, with somebody who knows where you are and when you will be back.
        </li>
        <li>You carry what the place and the season call for: water, layers, a map, a light.</li>
        <li>You turn back when the weather, the footing or your strength is bad.</li>
        <li>You keep to open hours, posted signs and the law of the place.</li>
        <li>
          You never climb, dig, swim or enter private property for a hunt. If a clue seems to ask
          for it, you have read it wrong.
        </li>
        <li>You answer for the children and animals that you bring.</li>
      </ul>
    ),
  },
  {
    id: 'waiver',
    title: 'The waiver',
    body: (
      <>
        <p>
          As far as the law allows, you accept these risks as your own, and you waive claims against
          Cairn and the people who work for it over damage, injury or death that come from taking
          part in a hunt. You bear the cost of a rescue or treatment that you need.
        </p>
        <p>
          This does not cover what we do on purpose or by gross negligence, or any other liability
          that the law does not let anybody waive.
        </p>
      </>
    ),
  },
  {
    id: 'health',
    title: 'Your health and your insurance',
    body: (
      <p>
        We do not examine anybody and we insure nobody. If you are not sure whether a day’s walk is
        right for you, ask a doctor first; if you want to be insured, see to it before you go.
      </p>
    ),
  },
  {
    id: 'emergency',
    title: 'If something happens',
    body: (
      <>
        <p>
          Call <strong>911</strong> first. We run no rescue service and do not watch where you are.
          A treasure can wait; please leave it where it is.
        </p>
        <p>
          If you see something on the way to a treasure that has become dangerous, tell us by the{' '}
          <Link to="/contact">contact form</Link>, and we will warn everybody in that hunt.
        </p>
      </>
    ),
  },
  {
    id: 'agreement',
    title: 'How you agree',
    body: (
      <p>
        You agree to this waiver by ticking its box when you sign up. It holds for every hunt that
        you take part in, together with the <Link to="/terms">Terms of Service</Link>. If one part
        of it cannot be enforced, the rest still holds.
      </p>
    ),
  },
];
