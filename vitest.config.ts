import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['src/{server,shared}/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['src/server/db/testing-server.ts'],
        },
      },
    ],
  },
})
