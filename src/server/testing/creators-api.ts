import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the fake marketplace sells, in the vendor's own words; only the ASIN is needed. */
export interface SoldItem {
  asin: string
  [field: string]: unknown
}

export type CreatorsFault =
  | 'hang'
  | 'slow'
  | 'unauthorized'
  | 'forbidden'
  | 'throttled'
  | 'broken'
  | 'cut'
  | 'html'
  | 'wrong'
  | 'huge'

export interface CreatorsApi {
  url: string
  /** What it is asked, oldest first; without the calls for tokens. */
  questions: {
    method: string
    path: string
    headers: IncomingMessage['headers']
    body: Record<string, unknown>
    at: number
  }[]
  tokenCalls: { headers: IncomingMessage['headers']; body: string }[]
  sell(items: readonly SoldItem[]): void
  /** Every question is answered like this from now on; `null` mends it. */
  fail(fault: CreatorsFault | null, where?: 'items' | 'token'): void
  /** The tokens given out so far are good for nothing any more. */
  withdrawTokens(): void
  close(): Promise<void>
}

/** What either question carries. */
interface Asked {
  itemIds?: string[]
  keywords?: string
  itemCount?: number
}

const TOKEN_SECONDS = 3600

const sendJson = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

const FAULTS: Readonly<Record<CreatorsFault, (response: ServerResponse) => void>> = {
  hang() {},
  slow(response) {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write(' ')
    const drip = setInterval(() => response.write(' '), 50)
    response.on('close', () => clearInterval(drip))
  },
  unauthorized: (response) =>
    sendJson(response, 401, { type: 'UnauthorizedException', reason: 'InvalidToken' }),
  forbidden: (response) =>
    sendJson(response, 403, {
      type: 'AccessDeniedException',
      message: 'Not eligible',
      reason: 'AssociateNotEligible',
    }),
  throttled: (response) =>
    sendJson(response, 429, { type: 'ThrottleException', message: 'Slow down' }, { 'retry-after': '7' }),
  broken: (response) =>
    sendJson(response, 500, { type: 'InternalServerException', message: 'Something broke' }),
  cut(response) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
    response.write('{"itemsResult":{"items":[')
    response.socket?.destroy()
  },
  html: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>'),
  wrong: (response) => sendJson(response, 200, { itemsResult: { items: { asin: 'B000000001' } } }),
  huge(response) {
    response.writeHead(200, { 'content-type': 'application/json' })
    const block = Buffer.alloc(1024 * 1024, 0x20)
    const pour = () => {
      while (response.writable && response.write(block)) {}
    }
    response.on('drain', pour)
    pour()
  },
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** What the vendor says to a question that is in order: items and errors side by side. */
function answerOf(sold: ReadonlyMap<string, SoldItem>, asins: readonly string[]) {
  const items = asins.flatMap((asin) => sold.get(asin) ?? [])
  const errors = asins
    .filter((asin) => !sold.has(asin))
    .map((asin) => ({
      code: 'InvalidParameterValue',
      message: `The ItemId ${asin} provided in the request is invalid.`,
    }))
  return {
    ...(items.length > 0 ? { itemsResult: { items } } : {}),
    ...(errors.length > 0 ? { errors } : {}),
  }
}

/** The vendor says of a search without a result that it is an error. */
function foundBy(sold: ReadonlyMap<string, SoldItem>, keywords: string, most: number) {
  const words = keywords.toLowerCase().split(' ')
  const items = [...sold.values()].filter((item) =>
    words.every((word) => JSON.stringify(item).toLowerCase().includes(word)),
  )
  return items.length > 0
    ? { searchResult: { totalResultCount: items.length, items: items.slice(0, most) } }
    : { errors: [{ code: 'NoResults', message: 'No results found for your request.' }] }
}

function refuse(response: ServerResponse) {
  const message = 'Between one and ten itemIds'
  return sendJson(response, 400, { type: 'ValidationException', message, reason: 'FieldValidationFailed' })
}

async function listen(server: Server): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A small Creators API on loopback: it gives out tokens, knows what it sells, and fails on demand. */
export async function startCreatorsApi(tokenPath = '/token'): Promise<CreatorsApi> {
  const sold = new Map<string, SoldItem>()
  const tokens = new Set<string>()
  const faults: { items: CreatorsFault | null; token: CreatorsFault | null } = { items: null, token: null }
  const questions: CreatorsApi['questions'] = []
  const tokenCalls: CreatorsApi['tokenCalls'] = []
  let serial = 0

  function giveToken(response: ServerResponse) {
    serial += 1
    const token = `Atc|${serial}`
    tokens.add(token)
    sendJson(response, 200, { access_token: token, expires_in: TOKEN_SECONDS, token_type: 'bearer' })
  }

  function giveItems(request: IncomingMessage, response: ServerResponse, asked: Asked) {
    const [, token = ''] = /^Bearer ([^,]+)/.exec(request.headers.authorization ?? '') ?? []
    if (!tokens.has(token)) return FAULTS.unauthorized(response)
    const { itemIds: asins = [], keywords, itemCount = 10 } = asked
    if (keywords !== undefined) return sendJson(response, 200, foundBy(sold, keywords, itemCount))
    if (asins.length === 0 || asins.length > 10) return refuse(response)
    return sendJson(response, 200, answerOf(sold, asins))
  }

  const server = createServer(async (request, response) => {
    const { headers, method = '', url: path = '' } = request
    const body = await bodyOf(request)
    if (path === tokenPath) {
      tokenCalls.push({ headers, body })
      return faults.token === null ? giveToken(response) : FAULTS[faults.token](response)
    }
    const parsed = JSON.parse(body) as Asked
    questions.push({ method, path, headers, body: { ...parsed }, at: performance.now() })
    return faults.items === null ? giveItems(request, response, parsed) : FAULTS[faults.items](response)
  })
  const url = await listen(server)

  return {
    url,
    questions,
    tokenCalls,
    sell(items) {
      for (const item of items) sold.set(item.asin, item)
    },
    fail(fault, where = 'items') {
      faults[where] = fault
    },
    withdrawTokens: () => tokens.clear(),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
