import { createHash, createPublicKey, createVerify, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { createBlankDatabase } from '../db/testing.ts'
import type { SnowflakeAccount } from '../integrations/warehouse-source/snowflake-settings.ts'

/** What Snowflake knows and PostgreSQL does not, as far as our statements use it. */
const WORDS = `
  create domain timestamp_ntz as timestamp;
  create function to_varchar(text) returns text language sql immutable as 'select $1 collate "C"';
  create function to_varchar(numeric) returns text language sql immutable as 'select $1::text collate "C"';
  create function to_varchar(date, text) returns text language sql immutable as 'select to_char($1, $2) collate "C"';
  create function to_varchar(timestamp, text) returns text language sql immutable as 'select to_char($1, $2) collate "C"';
  create function convert_timezone(text, timestamp) returns timestamp language sql immutable as 'select $2';
  create table "COPYDESK_POSTS" ("SITE" text, "POST_ID" text, "POST_TITLE" text, "POST_DATE" timestamp,
    "MODIFIED" timestamp, "PERMALINK" text, "KEYWORD" text, "PICTURE" text, "TAG" text, "PRODUCT_LIST" text,
    "UPDATED_AT" timestamp);
  create table "COPYDESK_EARNINGS" ("SITE" text, "POST_ID" text, "WEEK_START_DATE" date, "ASIN" text,
    "EARNINGS" numeric(38, 10), "UPDATED_AT" timestamp);
  create table "COPYDESK_AVAILABILITY" ("ASIN" text, "AVAILABILITY_TYPE" text, "SEEN_AT" timestamp,
    "UPDATED_AT" timestamp);`

/** Rows of a part of a result. */
const PARTITION = 3

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

export interface SnowflakeCall {
  method: string
  path: string
  query: Readonly<Record<string, string>>
  headers: NodeJS.Dict<string | string[]>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into statements of every kind
  body: any
}

export interface SnowflakeServer {
  account: SnowflakeAccount
  calls: SnowflakeCall[]
  /** Answers instead; true where it did. */
  before: ((call: SnowflakeCall, response: ServerResponse) => boolean) | null
  /** Number of polls for which a statement is still running; `Infinity` for ever. */
  running: number
  /** Runs SQL in the tables themselves. */
  query(sql: string, values?: unknown[]): Promise<unknown>
  close(): Promise<void>
}

interface Held {
  rows: (string | null)[][]
  asked: number
}

const send = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const partsOf = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.max(1, Math.ceil(rows.length / PARTITION)) }, (_, index) =>
    rows.slice(index * PARTITION, (index + 1) * PARTITION),
  )

/** Whether a token says who we are, under the key that Snowflake has been given. */
function isAccepted(authorization: string | undefined): boolean {
  const [head = '', claims = '', signature = ''] = authorization?.replace('Bearer ', '').split('.') ?? []
  const verify = createVerify('RSA-SHA256').update(`${head}.${claims}`)
  if (!verify.verify(publicKey, signature, 'base64url')) return false
  const { iss, sub, iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const der = createPublicKey(privateKey.export({ type: 'pkcs8', format: 'pem' })).export({
    type: 'spki',
    format: 'der',
  })
  const mark = createHash('sha256').update(der).digest('base64')
  const now = Date.now() / 1000
  return (
    iss === `ACME-NEWS.DESK.SHA256:${mark}` &&
    sub === 'ACME-NEWS.DESK' &&
    iat <= now &&
    exp > now &&
    exp - iat <= 3600
  )
}

async function read(request: IncomingMessage): Promise<SnowflakeCall> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://loopback')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  return {
    method: request.method ?? '',
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers: request.headers,
    body: text === '' ? null : JSON.parse(text),
  }
}

/**
 * A small Snowflake: statements run, on PostgreSQL; they are started and asked after, and what they answer comes in
 * parts of three rows, packed from the second one on.
 */
export async function startSnowflake(): Promise<SnowflakeServer> {
  const database = await createBlankDatabase()
  await database.pool.query(WORDS)
  const held = new Map<string, Held>()

  async function run({ statement, bindings = {} }: SnowflakeCall['body']): Promise<(string | null)[][]> {
    if (/^SELECT CURRENT_USER\(\)/.test(statement)) return [['DESK', 'READER']]
    const described = /^DESCRIBE TABLE "(\w+)"$/.exec(statement)
    let place = 0
    const text = described
      ? 'select column_name from information_schema.columns where table_name = $1'
      : statement.replace(/\?/g, () => `$${++place}`)
    const values = described
      ? [described[1]]
      : Object.values<{ value: string }>(bindings).map(({ value }) => value)
    const { rows } = await database.pool.query({ text, values, rowMode: 'array' })
    return rows
  }

  function answer(response: ServerResponse, handle: string, partition: number) {
    const of = held.get(handle)
    if (of === undefined) return send(response, 404, { code: '000404', message: 'Unknown statement.' })
    if (of.asked++ < server.running)
      return send(response, 202, { code: '333334', statementHandle: handle, message: 'In progress.' })
    const parts = partsOf(of.rows)
    const data = parts[partition] ?? []
    if (partition > 0) return response.writeHead(200).end(gzipSync(JSON.stringify({ data })))
    const partitionInfo = parts.map(({ length }) => ({ rowCount: length }))
    return send(response, 200, {
      statementHandle: handle,
      resultSetMetaData: { numRows: of.rows.length, partitionInfo },
      data,
    })
  }

  async function begin(response: ServerResponse, call: SnowflakeCall) {
    const handle = call.query.requestId ?? randomUUID()
    try {
      if (!held.has(handle)) held.set(handle, { rows: await run(call.body), asked: 0 })
    } catch (error) {
      const code = (error as { code?: string }).code === '42P01' ? '002003' : '000904'
      return send(response, 422, { code, sqlState: '42S02', message: String(error), statementHandle: handle })
    }
    return answer(response, handle, 0)
  }

  const http = createServer(async (request, response) => {
    const call = await read(request)
    server.calls.push(call)
    if (server.before?.(call, response)) return
    if (!isAccepted(call.headers.authorization as string | undefined)) {
      send(response, 401, { code: '390144', message: 'JWT token is invalid.' })
      return
    }
    const [, handle, action] = /^\/api\/v2\/statements\/?([^/]*)\/?(\w*)$/.exec(call.path) ?? []
    if (action === 'cancel') {
      held.delete(handle ?? '')
      send(response, 200, { code: '000000', statementHandle: handle, message: 'Canceled.' })
    } else if (handle === '') await begin(response, call)
    else answer(response, handle ?? '', Number(call.query.partition ?? 0))
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  http.listen(0, '127.0.0.1', resolve)
  await promise
  const columns = { written_at: 'UPDATED_AT' }
  const server: SnowflakeServer = {
    account: {
      account: 'acme-news',
      user: 'desk',
      key: { privateKey },
      warehouse: 'SMALL',
      database: 'CONTENT',
      schema: 'PUBLIC',
      role: 'READER',
      baseUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
      tables: {
        posts: {
          name: 'COPYDESK_POSTS',
          columns: {
            ...columns,
            site: 'SITE',
            post_id: 'POST_ID',
            title: 'POST_TITLE',
            published: 'POST_DATE',
            modified: 'MODIFIED',
            address: 'PERMALINK',
            focus_keyword: 'KEYWORD',
            picture: 'PICTURE',
            tracking_id: 'TAG',
            products: 'PRODUCT_LIST',
          },
        },
        earnings: {
          name: 'COPYDESK_EARNINGS',
          columns: {
            ...columns,
            site: 'SITE',
            post_id: 'POST_ID',
            week: 'WEEK_START_DATE',
            asin: 'ASIN',
            earnings: 'EARNINGS',
          },
        },
        availability: {
          name: 'COPYDESK_AVAILABILITY',
          columns: { ...columns, asin: 'ASIN', availability: 'AVAILABILITY_TYPE', seen: 'SEEN_AT' },
        },
      },
    },
    calls: [],
    before: null,
    running: 1,
    query: (sql, values) => database.pool.query(sql, values),
    async close() {
      http.closeAllConnections()
      await new Promise((done) => http.close(done))
      await database.close()
    },
  }
  return server
}
