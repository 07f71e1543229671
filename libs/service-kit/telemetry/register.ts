import { isTelemetryOn } from './config.ts';

// Preloaded by `node --import`, so that OpenTelemetry is set up before the application's modules are
// loaded. Without an endpoint nothing of OpenTelemetry is loaded.
if (isTelemetryOn()) await import('./start.ts');
