import { z } from 'zod'
import { settingGroup } from '../settings/settings-group.ts'

/** Where Prometheus reads metrics. Without a port there are none. */
export const metricsSettings = settingGroup({
  variables: {
    METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
    METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  },
  expected: { METRICS_PORT: 'a port from 1 to 65535' },
  settings: ({ METRICS_PORT, METRICS_HOST }) => ({
    metrics: METRICS_PORT === undefined ? null : { port: METRICS_PORT, host: METRICS_HOST },
  }),
})
