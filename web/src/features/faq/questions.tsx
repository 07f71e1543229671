import { Link } from '../../components/ui/link.tsx';
import { FAIRNESS } from './fairness-questions.tsx';
import type { FaqGroup } from './faq-list.tsx';

export const FAQ: readonly FaqGroup[] = [
  {
    title: 'The treasure',
    questions: [
      {
        id: 'what',
        question: 'What am I looking for?',
        answer: (
          <p>
            A wooden box of 4 by 3 inches with three stacked stones burnt into its lid. It is hidden
            outdoors, in the region that the hunt names, and it holds a code.
          </p>
        ),
      },
      {
        id: 'where',
        question: 'Where can it be, and where is it never?',
        answer: (
          <>
            <p>
              Every treasure is within 3 miles of a paved road. It is never on an island and never
              on private property.
            </p>
            <p>
              You never need to climb, dig or swim, and nothing has to be broken or taken apart. If
              you think otherwise, you are in the wrong place.
            </p>
          </>
        ),
      },
      {
        id: 'prize',
        question: 'What is the prize worth?',
        answer: (
          <p>
            The current value on the <Link to="/hunts">hunts page</Link>: a base value, plus a fixed
            amount for everybody who has joined. It grows as more people join, and stands still from
            the moment somebody has found it.
          </p>
        ),
      },
      {
        id: 'proceeds',
        question: 'Where does the money go?',
        answer: <p>Into the next boxes. All proceeds fund other hidden treasures.</p>,
      },
    ],
  },
  {
    title: 'Joining',
    questions: [
      {
        id: 'join',
        question: 'How do I join a hunt?',
        answer: (
          <p>
            Make an account, confirm your email address, pick a hunt and pay once by card. The hunt
            is open to you as soon as the payment has gone through. There is no subscription.
          </p>
        ),
      },
      {
        id: 'clues',
        question: 'How often do clues come?',
        answer: (
          <p>
            About once a week, for everybody at the same moment. The hunt’s page shows when the next
            one is due. Alerts come by email, and by SMS if you want them; you choose on your
            dashboard, for each hunt.
          </p>
        ),
      },
      {
        id: 'late',
        question: 'Am I too late if a hunt has been going on for weeks?',
        answer: (
          <p>
            No. You see at once everything that was published before. A hunt is open until its box
            is found, and clues get clearer with time.
          </p>
        ),
      },
      {
        id: 'together',
        question: 'May I search with my family or with friends?',
        answer: (
          <p>
            Please do; it is safer and more fun. One entry is one account, but who walks beside you
            is up to you. Only do not publish the clues.
          </p>
        ),
      },
      {
        id: 'refund',
        question: 'Can I get my money back?',
        answer: (
          <>
            <p>
              Joining opens all clues so far at once, so an entry is not refunded because a hunt is
              hard or somebody else was first. If you paid by mistake, write to us within 14 days
              and before another clue has come out. If we call a hunt off, everybody in it is
              refunded.
            </p>
            <p>
              Money that reaches us twice, or after a hunt has ended, goes back by itself. A refund
              ends your place in the hunt. All of it is in the{' '}
              <Link to="/terms#refunds">Terms of Service</Link>.
            </p>
          </>
        ),
      },
    ],
  },
  {
    title: 'Finding it',
    questions: [
      {
        id: 'found',
        question: 'I have found the box. What now?',
        answer: (
          <>
            <p>
              Enter its code on the hunt’s claim page, right there if you have reception. Capitals,
              spaces and dashes do not matter, and if the answer gets lost in the woods the page
              asks again by itself.
            </p>
            <p>
              If yours is the first right code, the hunt is complete and the page shows a claim
              number and a secret. Note both, or print them. The code gets you the rest of the
              prize.
            </p>
          </>
        ),
      },
      {
        id: 'anonymous',
        question: 'Do I have to give my name to claim it?',
        answer: (
          <p>
            No. A claim needs no account and no name. The secret that the page shows you is the
            proof; our staff check it, and the find, in person within a few days.
          </p>
        ),
      },
      {
        id: 'tries',
        question: 'How many codes may I try?',
        answer: (
          <p>
            10 in a minute, and 100 a day for one hunt. A code is long enough that guessing is
            hopeless; walking is faster.
          </p>
        ),
      },
      {
        id: 'over',
        question: 'How do I learn that a hunt is over?',
        answer: (
          <p>
            The hunt’s page and the list change by themselves at that moment, and everybody in the
            hunt gets an email.
          </p>
        ),
      },
      {
        id: 'stash',
        question: 'What is the Porter stash’s secret code?',
        answer: (
          <p>
            A second code, for those who look closely. Entered on{' '}
            <Link to="/porterstash/secretcode">its own page</Link>, it unlocks a hidden message. You
            have 3 tries in 60 seconds.
          </p>
        ),
      },
    ],
  },
  FAIRNESS,
  {
    title: 'Safety and your account',
    questions: [
      {
        id: 'safe',
        question: 'Is it dangerous?',
        answer: (
          <p>
            It is a walk outdoors, with what belongs to one: weather, ticks, loose ground. Go by
            daylight, tell somebody where, and turn back when in doubt. Please read the{' '}
            <Link to="/risk-waiver">Risk Waiver</Link>.
          </p>
        ),
      },
      {
        id: 'data',
        question: 'What do you know about me?',
        answer: (
          <p>
            Your email address, what you joined, and how you want to be told of clues. The{' '}
            <Link to="/privacy">Privacy Policy</Link> lists all of it, with how long we keep it. You
            can download or delete it on your <Link to="/dashboard">dashboard</Link>.
          </p>
        ),
      },
      {
        id: 'help',
        question: 'My question is not here.',
        answer: (
          <p>
            <Link to="/contact">Write to us.</Link> We answer everything but hints.
          </p>
        ),
      },
    ],
  },
];
