import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export type Authority = {
  /** PEM file of the certificate. */
  certificate: string;
  /** Writes `<name>.key` and `<name>.pem` for `localhost`, signed by this authority. */
  issue(name: string): { key: string; certificate: string };
};

/** A certificate authority of its own, in this folder. */
export function createAuthority(directory: string, name: string): Authority {
  const [key, certificate] = [join(directory, `${name}.key`), join(directory, `${name}.pem`)];
  createCertificate(key, certificate, ['-subj', `/CN=${name}`]);
  return {
    certificate,
    issue(leaf) {
      const files = [join(directory, `${leaf}.key`), join(directory, `${leaf}.pem`)] as const;
      createCertificate(...files, [
        ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
        ...['-addext', 'basicConstraints=critical,CA:FALSE', '-CA', certificate, '-CAkey', key],
      ]);
      return { key: files[0], certificate: files[1] };
    },
  };
}

function createCertificate(key: string, certificate: string, options: string[]): void {
  const files = ['-keyout', key, '-out', certificate];
  const common = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files];
  execFileSync('openssl', [...common, ...options], { stdio: 'ignore' });
}
