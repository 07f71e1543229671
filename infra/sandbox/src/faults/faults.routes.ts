import { json, Router } from 'express';
import { z } from 'zod';
import type { Log } from '../log.ts';
import { type FaultBoard, FaultSettings } from './faults.ts';

const Which = z.object({ provider: FaultSettings.shape.provider.optional() });

export function faultRoutes(faults: FaultBoard, log: Log): Router {
  const router = Router();
  router.get('/faults', (_req, res) => void res.json({ faults: faults.list() }));
  router.put('/faults', json(), (req, res) => {
    const settings = FaultSettings.safeParse(req.body);
    if (!settings.success) return void res.status(400).json(refusal(settings.error));
    faults.set(settings.data);
    log('faults.set', { ...settings.data });
    res.json(settings.data);
  });
  router.delete('/faults', (req, res) => {
    const which = Which.safeParse(req.query);
    if (!which.success) return void res.status(400).json(refusal(which.error));
    faults.clear(which.data.provider);
    log('faults.cleared', which.data);
    res.status(204).end();
  });
  return router;
}

function refusal(error: z.ZodError): { error: string } {
  return { error: z.prettifyError(error) };
}
