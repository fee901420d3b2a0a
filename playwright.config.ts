import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

const chromium = findChromium()

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/prepare-sample.ts',
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  // Whoever works here sees every failure. Where nobody looks, one that goes away is reported as flaky, with its trace.
  retries: process.env.CI ? 1 : 0,
  // The longest journeys take a minute where two of them share two cores.
  timeout: 150_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A film of every test would cost a fifth of the whole run; the last picture and the page's states tell as much.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: true },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
    },
  },
})
