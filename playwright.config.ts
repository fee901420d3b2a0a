import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'
import { takeScratch } from './scripts/scratch.mjs'

takeScratch()
const chromium = findChromium()

// Reader, tests and server stand in one zone, wherever the machine does; where the organisation's days begin is ORG_TZ.
const zone = process.env.TEST_TZ ?? 'UTC'
process.env.TZ = zone

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/prepare-sample.ts',
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  // The longest journeys take a minute where two of them share two cores.
  timeout: 150_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['./e2e/run-report.ts']],
  outputDir: 'test-results',
  use: {
    // A missing label fails its test soon, not when the whole test has run out of time.
    actionTimeout: 10_000,
    // Nothing is waited for only because it moves; what moves is a test's own affair.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: zone,
    // A trace of every test costs a tenth of the run; `--trace on` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
    },
  },
})
