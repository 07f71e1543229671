import { isOtlpOn, isZipkinOn } from './config.ts';

// Preloaded by `node --import`, so that OpenTelemetry is set up before the application's modules are
// loaded. Without an endpoint nothing of OpenTelemetry is loaded.
if (isOtlpOn() || isZipkinOn()) await import('./start.ts');
