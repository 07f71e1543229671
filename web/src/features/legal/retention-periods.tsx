/** Retention periods of schemas and topics; update it when a retention period changes. */
const RETENTION: readonly [what: string, why: string, howLong: string][] = [
  [
    'Email address, password (as a hash only), name if you gave one, when you signed up and last logged in',
    'To let you in and to write to you',
    'Until you delete your account',
  ],
  [
    'What you joined: hunt, price, day, state, Stripe’s reference of the payment, and the card’s brand and last four digits',
    'To open the hunt to you, for receipts and refunds, and for the books',
    'As long as the law asks of bookkeeping; after a deletion without your name, address or card',
  ],
  [
    'Alert settings, and a phone number if you confirmed one',
    'To tell you of clues and updates',
    'Until you change them or delete your account',
  ],
  [
    'Which messages we sent you, when, and whether they arrived',
    'To send each of them once, and to find out why one did not come',
    'Until you delete your account',
  ],
  [
    'That mail to an address bounced, was reported as spam or was unsubscribed, or that a number sent STOP (as a keyed hash)',
    'To send nothing more there',
    'Until it is taken back; a bounce or a spam report outlives the account',
  ],
  [
    'Links to verify an address, and to reset a password (as a hash only)',
    'To know that it is you',
    '24 hours, and 1 hour; less once used',
  ],
  [
    'What you write in the contact form, with name and address',
    'To answer you',
    'A year, or until you delete the account under that address',
  ],
  [
    'Tries to enter a treasure code: time, hunt, right or wrong, and a keyed hash of the network address; no account and no name',
    'To show that a hunt was won fairly',
    'As long as the hunt’s record',
  ],
  [
    'How often a network address or account did something that is limited, such as a login',
    'Against guessing and abuse',
    'For the length of the limit, a day at most',
  ],
  [
    'What our systems tell one another of all this',
    'So that each part learns what it needs',
    '7 days',
  ],
];

export function RetentionPeriods() {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Why</th>
          <th scope="col">How long</th>
        </tr>
      </thead>
      <tbody>
        {RETENTION.map(([what, why, howLong]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{why}</td>
            <td>{howLong}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
