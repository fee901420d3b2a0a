import { defineConfig } from 'drizzle-kit'

/** Used only to write migrations (`npm run migration`); the server applies them with a runner of its own. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/db/schema/*.ts',
  out: './src/server/db/migrations',
  migrations: { prefix: 'timestamp' },
})
