import { Link } from '../../components/ui/link.tsx';
import type { LegalSection } from './legal-page.tsx';

export const TERMS: readonly LegalSection[] = [
  {
    id: 'agreement',
    title: 'What you agree to',
    body: (
      <>
        <p>
          These terms are the agreement between you and Cairn. They hold from the moment you make an
          account, join a hunt or enter a code. With them go the{' '}
          <Link to="/risk-waiver">Risk Waiver</Link> and the{' '}
          <Link to="/privacy">Privacy Policy</Link>. If you do not agree, please do not take part.
        </p>
        <p>
          You must be old enough to make a binding agreement where you live. Children are welcome on
          the trail with a grown-up who holds the account and answers for them.
        </p>
      </>
    ),
  },
  {
    id: 'the-hunts',
    title: 'The hunts',
    body: (
      <>
        <p>
          A hunt is a real wooden box of 4 by 3 inches, hidden outdoors. Whoever joins a hunt gets
          its clues and updates, about once a week, on the hunt’s page and, if wanted, by email and
          SMS. All proceeds fund other hidden treasures.
        </p>
        <p>For every treasure that we hide:</p>
        <ul>
          <li>It is within 3 miles of a paved road.</li>
          <li>It is never on an island and never on private property.</li>
          <li>It needs no climbing, no digging and no swimming.</li>
          <li>Nothing has to be broken, cut or taken apart to reach it.</li>
        </ul>
        <p>
          We may correct a clue that turns out to be wrong, and we tell every member of that hunt at
          the same time. Nobody gets a clue earlier than anybody else.
        </p>
      </>
    ),
  },
  {
    id: 'your-account',
    title: 'Your account',
    body: (
      <ul>
        <li>One account for one person, with an email address that you can read.</li>
        <li>Your password is yours alone. Tell us at once if somebody else has used it.</li>
        <li>
          What your account does counts as done by you, until you tell us that it was not you.
        </li>
        <li>
          You may delete your account at any time, on the dashboard. That ends your place in every
          hunt that you have joined.
        </li>
      </ul>
    ),
  },
  {
    id: 'joining',
    title: 'Joining and paying',
    body: (
      <>
        <p>
          You pay once for a hunt, by card, the price that the page shows when you press the button.
          There is no subscription and nothing is charged later. Stripe handles the card; we never
          see its number. You get a receipt by email, and it stays on your dashboard.
        </p>
        <p>
          Your place is for you: you may search with friends and family, but please do not publish
          clues or sell what you have read.
        </p>
      </>
    ),
  },
  {
    id: 'refunds',
    title: 'Refunds',
    body: (
      <>
        <p>
          Joining opens everything that a hunt has told so far, at once. That is why we do not
          refund an entry because a hunt is hard, because plans have changed or because somebody
          else was first. We do send the money back in full:
        </p>
        <ul>
          <li>by itself, if you were charged twice for one hunt;</li>
          <li>by itself, if your payment reached us when the hunt was no longer open;</li>
          <li>to everybody in the hunt, if we have to call it off before the treasure is found;</li>
          <li>
            if you paid by mistake and write to us within 14 days, before any further clue has come
            out.
          </li>
        </ul>
        <p>
          Rights that the law gives you on top of this stay yours. Refunds go to the card that you
          paid with; banks take up to 10 days to show them. With a full refund your place in the
          hunt ends, and the prize becomes smaller by what your entry had added. You may join again
          while the hunt is open.
        </p>
        <p>
          If you dispute a payment with your bank, your place is on hold until the bank has decided.
          Writing to us first is quicker: <Link to="/contact">contact us</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'the-prize',
    title: 'The prize, and how it is claimed',
    body: (
      <>
        <p>
          The value on a hunt’s page is a base value plus a fixed amount for every entry. It grows
          as more people join, goes down when an entry is refunded, and stands still from the moment
          the right code comes in.
        </p>
        <p>
          The box holds a code. The first person who enters the right code on the hunt’s claim page
          has won the hunt; no account and no name are asked. The page then shows a claim number and
          a secret. Keep both: the secret is the only proof that the claim is yours.
        </p>
        <p>
          Our staff check the find in person, within a few days. Whoever shows them the secret gets
          the rest of the prize. If the check fails, for instance because the code was not taken
          from the box, the claim is rejected and the hunt goes on under a new code.
        </p>
        <p>Taxes on a prize are for the winner to declare and to pay.</p>
      </>
    ),
  },
  {
    id: 'fair-play',
    title: 'Fair play',
    body: (
      <>
        <ul>
          <li>Do not guess codes by the dozen, by hand or by program. Tries are limited.</li>
          <li>Do not disturb, damage or move a box that you do not mean to claim.</li>
          <li>Do not enter private property, and keep to open hours and posted signs.</li>
          <li>Do not attack this site, other players’ accounts or the people who work here.</li>
          <li>Our staff, and those who live with them, cannot win.</li>
        </ul>
        <p>
          Whoever breaks these rules can lose the account, the place in a hunt and the claim to a
          prize. How we prove that we play fair ourselves is told in the{' '}
          <Link to="/faq#fair">FAQ</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'safety',
    title: 'Your safety',
    body: (
      <p>
        You search outdoors, at your own risk, and you decide for yourself how far you go. Please
        read the <Link to="/risk-waiver">Risk Waiver</Link> before you do; agreeing to it is part of
        making an account.
      </p>
    ),
  },
  {
    id: 'our-part',
    title: 'What we answer for',
    body: (
      <>
        <p>
          We work to keep the site up and the hunts as described. We cannot promise that it is
          always reachable, that you will find the treasure, or that nobody finds it before you. If
          we owe you money because something went wrong on our side, it is at most what you paid for
          the hunt in question. None of this limits what the law does not let us limit.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes, and how to reach us',
    body: (
      <>
        <p>
          If these terms change, this page says so with a new date, and we write to everybody with
          an account before the change holds. A hunt that you have already joined ends under the
          terms under which you joined it.
        </p>
        <p>
          Questions go to us by the <Link to="/contact">contact form</Link>.
        </p>
      </>
    ),
  },
];
