import { generateKeyPairSync, randomBytes } from 'node:crypto';

const key = () => randomBytes(32).toString('base64');

/** Keys of a notification service under test, generated for each test file. */
export const messageKeys = {
  /** Shared by the service and its worker. */
  shared: { PHONE_SEAL_KEY: key(), SUPPRESSION_KEY: key(), UNSUBSCRIBE_KEY: key() },
  sendgrid: signingKeys(),
  twilio: {
    accountSid: `AC${randomBytes(16).toString('hex')}`,
    authToken: randomBytes(16).toString('hex'),
  },
};

export function signingKeys() {
  return generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}
