// The only file that knows the library, so that it can be exchanged.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Every system, route and job has series of its own; few buckets, and none per route, keep them below 3,000 in all. */
const BUCKETS = { calls: [0.1, 0.5, 1], files: [1, 10, 60], transactions: [0.01, 0.1, 1, 10] }
/** Gauges of the library whose names Prometheus reserves for counters. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

/** Makes metrics of one registry, all with the product's name in front. */
function createMaker(registry: Registry) {
  const options = <Label extends string>(name: string, help: string, labelNames: Label[]) => ({
    ...{ name: `copydesk_${name}`, help, labelNames, registers: [registry] },
  })
  return {
    counter: <Label extends string>(name: string, help: string, labels: Label[] = []) =>
      new Counter(options(name, help, labels)),
    gauge: <Label extends string>(name: string, help: string, labels: Label[] = []) =>
      new Gauge(options(name, help, labels)),
    /** All servers of a database read it alike, so it must not be added up. */
    shared: <Label extends string>(name: string, help: string, labels: Label[] = []) =>
      new Gauge(options(name, help, ['scope', ...labels])),
    histogram: <Label extends string>(name: string, help: string, buckets: number[], labels: Label[] = []) =>
      new Histogram({ ...options(name, help, labels), buckets }),
  }
}

type Maker = ReturnType<typeof createMaker>

const httpMetrics = ({ histogram, counter, gauge }: Maker) => ({
  all: histogram('http_all_seconds', 'Time until a call was answered, of all routes.', BUCKETS.calls),
  seconds: histogram('http_seconds', 'Time until a call was answered.', [], ['method', 'route']),
  downloads: histogram(
    'http_file_seconds',
    'Time until a file was sent or received, at the pace of the caller.',
    BUCKETS.files,
    ['route'],
  ),
  requests: counter('http_requests_total', 'Requests by status class; `aborted` if the caller left first.', [
    'method',
    'status_class',
  ]),
  errors: counter('http_errors_total', 'Requests that failed with a 5xx.', ['route']),
  inFlight: gauge('http_requests_in_flight', 'Requests that are being answered.'),
})

const databaseMetrics = ({ histogram, gauge }: Maker) => ({
  used: gauge('db_pool_used', 'Database connections in use.'),
  waiting: gauge('db_pool_waiting', 'Work that waits for a database connection.'),
  answers: gauge('db_answers', '1 if the database answered this scrape; if not, shared values are missing.'),
  transactions: histogram('db_transaction_seconds', 'Duration of transactions.', BUCKETS.transactions),
})

const jobMetrics = ({ shared }: Maker) => ({
  waiting: shared('jobs_waiting', 'Jobs that wait, those for a later time included.', ['job']),
  active: shared('jobs_active', 'Jobs that run.', ['job']),
  failed: shared('jobs_failed', 'Jobs that failed for good and are kept.', ['job']),
  oldest: shared('job_oldest_waiting_seconds', 'How long the first job that could start has waited.', [
    'job',
  ]),
})

const vendorMetrics = ({ counter, shared }: Maker) => ({
  calls: counter('vendor_calls_total', 'Calls to outside systems; one call includes its retries.', [
    'system',
    'outcome',
  ]),
  today: shared('vendor_calls_today', 'Calls of the day that count against a limit or a budget.', ['system']),
  pausedUntil: shared(
    'vendor_paused_until',
    'End of the pause that a system asked for, in seconds since 1970.',
    ['system'],
  ),
})

const accessMetrics = ({ counter, shared }: Maker) => ({
  signIns: counter('sign_ins_total', 'Sign-ins by method. `refused`: after too many wrong passwords.', [
    'method',
    'outcome',
  ]),
  sessions: shared('sessions', 'Sessions that were neither ended nor have expired, unused ones included.'),
  tokenCalls: counter('tokens_used_total', 'Calls with API tokens.', ['kind']),
  auditEntries: counter('audit_entries_total', 'Entries of the audit trail.'),
})

const eventMetrics = ({ counter, shared }: Maker) => ({
  sends: counter('event_sends_total', 'Tries of events for hooks: sent, failed, given_up.', ['outcome']),
  oldest: shared(
    'event_oldest_waiting_seconds',
    'Age of the oldest event that waits for an active hook that sends at once.',
  ),
})

const dataMetrics = ({ gauge, shared }: Maker) => ({
  shareOfVoiceAge: shared('share_of_voice_age_seconds', 'Time since the newest day of share of voice ended.'),
  stockScanAge: shared('stock_scan_age_seconds', 'Time since the last stock scan ended.'),
  backupAge: gauge('backup_age_seconds', 'Age of the newest backup in this server’s backup folder.', [
    'scope',
  ]),
})

/** The metrics of this server, by their subject. No label holds a name, an address or a text of people. */
export function createRegistry() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  const maker = createMaker(registry)
  return {
    http: httpMetrics(maker),
    database: databaseMetrics(maker),
    jobs: jobMetrics(maker),
    vendors: vendorMetrics(maker),
    access: accessMetrics(maker),
    events: eventMetrics(maker),
    data: dataMetrics(maker),
    build: maker.gauge('build_info', '1, labelled with the version.', ['version']),
    contentType: registry.contentType,
    read: () => registry.metrics(),
  }
}

export type MetricsRegistry = ReturnType<typeof createRegistry>
