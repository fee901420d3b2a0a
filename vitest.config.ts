import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // The tests wait for databases and for each other's servers more than they calculate.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['src/{server,shared}/**/*.test.ts', 'scripts/**/*.test.{ts,mjs}'],
          globalSetup: ['src/server/db/testing-server.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['src/web/**/*.test.{ts,tsx}'],
          setupFiles: ['src/web/testing/setup.ts'],
          testTimeout: 60_000,
          // The component library and the icons are thousands of files: bundled once, not loaded by every test file.
          deps: { optimizer: { client: { enabled: true, include: ['antd', 'lucide-react'] } } },
        },
      },
    ],
  },
})
