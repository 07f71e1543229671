import { configure } from '@testing-library/react';

// One second by default, which a busy machine exceeds.
configure({ asyncUtilTimeout: 15_000 });
