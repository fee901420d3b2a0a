import autocannon from 'autocannon'

export interface Load {
  perSecond: number
  /** Milliseconds. */
  p99: number
}

const CONNECTIONS = 10

interface Asked {
  address: string
  /** Requested in turn. */
  paths: string[]
  token?: string
  seconds: number
  /** Sent with POST to every path, instead of GET. */
  body?: string
}

/** Ten connections that send requests without a pause; an error response aborts the measurement. */
export async function measureLoad({ address, paths, token, seconds, body }: Asked): Promise<Load> {
  const headers = {
    // As browsers do.
    'accept-encoding': 'gzip, deflate, br, zstd',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const method = body === undefined ? 'GET' : 'POST'
  const requests = paths.map((path) => ({ method, path, body }) as const)
  const result = await autocannon({
    url: address,
    connections: CONNECTIONS,
    duration: seconds,
    headers,
    requests,
  })
  if (result.non2xx + result.errors > 0)
    throw new Error(`${address}${paths[0]}: ${result.non2xx} refusals, ${result.errors} errors`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}
