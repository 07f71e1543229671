import { Link } from '../../components/ui/link.tsx';
import type { FaqGroup } from './faq-list.tsx';

/** Explains the commitment check of the hunt page. */
export const FAIRNESS: FaqGroup = {
  title: 'Playing fair',
  questions: [
    {
      id: 'fair',
      question: 'How do I know that the code was not changed half-way?',
      answer: (
        <>
          <p>
            On the day a hunt opens we publish a fingerprint of its code, and the day is shown
            beside it. The fingerprint fits this code only, but nobody can work the code out of it.
            When the box was found and our staff have checked the find, we publish the code itself,
            and your browser can see whether it fits. If we had changed it in between, it would not.
          </p>
          <p>The hunt’s page does this check for you, on your own device.</p>
        </>
      ),
    },
    {
      id: 'check',
      question: 'Can I check it without your page?',
      answer: (
        <>
          <p>Yes, with any tool that can compute SHA-256:</p>
          <ol>
            <li>
              Note the fingerprint (the “commitment”) while the hunt is on: 64 hexadecimal digits.
            </li>
            <li>
              After the reveal take the salt, 32 random bytes that are shown as 64 hexadecimal
              digits, and right after these bytes the code in capitals, without spaces and dashes,
              with 0 for O and 1 for I and L.
            </li>
            <li>
              The SHA-256 of the two together is the fingerprint:{' '}
              <code>SHA-256(salt then code)</code>.
            </li>
          </ol>
          <p>
            The salt is there so that nobody can find a code by trying out fingerprints while the
            hunt is on.
          </p>
        </>
      ),
    },
    {
      id: 'staff',
      question: 'Can somebody who works for you read the code?',
      answer: (
        <p>
          Whoever puts a code into its box has held it in their hands, which is why our staff, and
          those who live with them, cannot win. But from our systems nobody can read the code of a
          hunt that is on: the database holds only a keyed hash and a sealed copy, and the keys are
          kept elsewhere.
        </p>
      ),
    },
    {
      id: 'first',
      question: 'What if two people find it at the same time?',
      answer: (
        <p>
          The first right code to arrive wins, down to the moment, and there is exactly one.
          Everybody after that reads that the hunt is complete.
        </p>
      ),
    },
    {
      id: 'rejected',
      question: 'What if a claim turns out to be false?',
      answer: (
        <p>
          Then the hunt goes on: our staff hide a new code, a new fingerprint is published, and the
          old code is revealed and listed, so that this, too, can be checked. More on claims is in
          the <Link to="/terms#the-prize">Terms of Service</Link>.
        </p>
      ),
    },
  ],
};
