import { PUBLIC_ROUTES } from '@cairn/contracts/http/routes.ts';
import { AppError, NotFoundError } from '@cairn/service-kit/errors.ts';
import { Router } from 'express';

/** Remaining calls under /api: 405 for a known path with another method, else 404. */
export function unknownCalls(): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, methods] of methodsOfPaths()) {
    router.all(path, () => {
      throw new AppError('This cannot be done here.', {
        code: 'method_not_allowed',
        status: 405,
        headers: { allow: methods.join(', ') },
      });
    });
  }
  router.use(['/api', '/internal', '/metrics'], () => {
    throw new NotFoundError();
  });
  return router;
}

function methodsOfPaths(): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const { path, method } of Object.values(PUBLIC_ROUTES).flat()) {
    const more = method === 'GET' ? ['GET', 'HEAD'] : [method];
    methods.set(path, [...(methods.get(path) ?? []), ...more]);
  }
  return methods;
}
