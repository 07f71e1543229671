import { verifyStashCode } from '@cairn/contracts/http/claims.ts';
import { asAppError } from '@cairn/service-kit/error-handler.ts';
import { AppError } from '@cairn/service-kit/errors.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { ErrorRequestHandler } from 'express';
import { readCaller } from '../attempts/caller.ts';
import { openStash, type StashDependencies } from './stash.service.ts';

export function addStashRoutes(routes: Routes, dependencies: StashDependencies): void {
  routes.add(verifyStashCode, async ({ body, request }) => ({
    success: true as const,
    message: await openStash(
      dependencies,
      body.code,
      readCaller(request, dependencies.keys.ATTEMPT_KEY),
    ),
  }));
  routes.router.use(verifyStashCode.path, addSuccessField);
}

/** Errors of this call have the additional field `success` in the contract. */
const addSuccessField: ErrorRequestHandler = (error, _request, _response, next) => {
  const known = asAppError(error);
  if (!known) return next(error);
  const { code, status, headers, fields } = known;
  next(
    new AppError(known.message, {
      code,
      status,
      cause: known === error ? known.cause : error,
      details: { success: false },
      ...(headers ? { headers } : {}),
      ...(fields ? { fields } : {}),
    }),
  );
};
