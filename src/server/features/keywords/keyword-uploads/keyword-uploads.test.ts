import { existsSync } from 'node:fs'
import { readdir, readlink, stat } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { buildSite } from '../../../testing/builders.ts'
import { startUploads } from '../../../testing/keyword-upload.ts'
import { until } from '../../../testing/until.ts'

const { api, address, newToken, upload, count } = await startUploads()
afterAll(() => api.close())

const rowOf = async (keyword: string) =>
  (await api.database.pool.query('select * from keywords where keyword = $1', [keyword])).rows[0]

describe('an upload of keywords', () => {
  it('adds a keyword once, in any Unicode form of its letters [KW-085] [KW-086]', async () => {
    const { body } = await upload('keyword\nflan\u0303 mould\nfla\u00f1 mould\nFla\u006e\u0303 mould\n')
    expect(body).toMatchObject({ added: 1, repeated: 2 })
    expect(await rowOf('fla\u00f1 mould')).toBeDefined()
  })

  it('adds new keywords and counts repeats, within the file and of stored ones [KW-085] [KW-086]', async () => {
    await upload('keyword\nold lamp\n')
    const { status, body } = await upload('keyword\n Old  LAMP\nnew lamp\nNew Lamp\n\nother lamp')
    expect([status, body]).toEqual([
      200,
      {
        added: 2,
        repeated: 2,
        invalid: 0,
        errors: [],
        reading: expect.any(Object),
        left_out: [
          { line: 1, lines: 1, text: 'keyword', reason: 'Names the columns' },
          { line: 5, lines: 1, text: '', reason: 'Blank' },
        ],
      },
    ])
    expect(await rowOf('new lamp')).toMatchObject({
      identity: 'new lamp',
      is_tracked: true,
      tracked_since: expect.any(Date),
      tag_ids: [],
    })
    expect((await rowOf('new lamp')).created_at).toEqual((await rowOf('new lamp')).tracked_since)
  })

  it('of the same file twice adds nothing the second time [S11]', async () => {
    const file = Array.from({ length: 2000 }, (_, number) => `twice ${number % 1400}`).join('\n')
    expect((await upload(file)).body).toMatchObject({ added: 1400, repeated: 600 })
    expect((await upload(file)).body).toMatchObject({ added: 0, repeated: 2000 })
  })

  it('takes .csv files only, with any content [KW-081]', async () => {
    for (const name of ['words.txt', 'words.csv.exe', 'words', 'csv', 'words.xlsx', '.csv/x']) {
      const { status, body } = await upload('never added\n', { name })
      expect([status, body.message], name).toEqual([415, 'Only .csv files can be uploaded.'])
    }
    expect((await upload('capital name\n', { name: 'Words.CSV' })).body.added).toBe(1)
    expect(await rowOf('never added')).toBeUndefined()
  })

  it('lists the lines that are no keyword with the reason, up to a hundred', async () => {
    const wrong = Array.from({ length: 120 }, () => `${'long '.repeat(60)}`)
    const { body } = await upload(
      `id,keyword\n1,"first\nsecond"\n2,\n3,bell\x07\n${wrong.map((x) => `,${x}`).join('\n')}`,
    )
    expect(body).toMatchObject({ added: 1, repeated: 0, invalid: 122 })
    expect(body.errors).toHaveLength(100)
    expect(body.errors.slice(0, 3)).toEqual([
      { line: 4, text: '', reason: 'There is no keyword in this line.' },
      { line: 5, text: 'bell\x07', reason: 'The keyword contains control characters.' },
      { line: 6, text: 'long '.repeat(16), reason: 'The keyword is longer than 255 characters.' },
    ])
  })

  it('is previewed with the same numbers, and a preview writes nothing', async () => {
    await upload('known sofa')
    const before = await count()
    const file = 'keyword\nknown sofa\nfresh sofa\nFresh  Sofa\n\x07\n'
    const preview = await upload(file, { path: '/preview' })
    expect(preview.body).toMatchObject({ added: 1, repeated: 2, invalid: 1 })
    expect(await count()).toBe(before)
    const { reading: _marked, ...numbers } = preview.body
    expect((await upload(file)).body).toMatchObject(numbers)
  })

  it('previews how its first lines compare with the stored keywords', async () => {
    await upload('Known Shelf')
    const file = 'keyword\nknown shelf\nKnown Shelf\nKnown  Shelf\nfresh shelf\nFresh Shelf\n'
    const rowsOf = ({ body }: Awaited<ReturnType<typeof upload>>) =>
      body.reading?.rows.map(({ stands, alike }) => [stands, alike])
    expect(rowsOf(await upload(file, { path: '/preview' }))).toEqual([
      ['alike', 'Known Shelf'],
      ['twice', null],
      ['twice', null],
      ['new', null],
      ['twice', null],
    ])
    expect(rowsOf(await upload('keyword\nKnown Shelf\n', { path: '/preview' }))).toEqual([['here', null]])
    expect(rowsOf(await upload('keyword\nnew shelf\n'))).toEqual([[null, null]])
  })

  it('of our own export adds nothing, formulas and all [S12]', async () => {
    const hard = [
      '=1+1',
      "'=1+1",
      "''+x",
      '-12.5',
      "'-12.5",
      '@home',
      '＝wide',
      'a, "b"',
      "it's",
      "'s",
      '\\N',
    ]
    await upload(`keyword\n${hard.map((word) => `"${word.replaceAll('"', '""')}"`).join('\n')}`)
    for (const word of ["'=1+1", "''+x", '@home'])
      await (await api.as('opm')).post('/api/keywords', { keyword: word })
    const { body: file } = await (await api.as('opm')).get('/api/keywords/keywords.csv')
    const { body } = await upload(file)
    expect(body).toMatchObject({ added: 0, repeated: await count(), invalid: 0 })
  })

  it('restores tags, sites and tracked from our own export where the keywords are not there yet [KW-065] [S12]', async () => {
    const { pool } = api.database
    await buildSite(api.database.db, { displayName: 'Pots, Pans; Lids & Co' })
    await buildSite(api.database.db, { displayName: 'Home “&” Hearth' })
    const { rows: found } = await pool.query('select site_id from sites order by 1')
    const sites = found.map(({ site_id }) => site_id)
    const opm = await api.as('opm')
    const bodies = [
      {
        keyword: 'restored 1',
        tags: ['=sum', 'a, b', 'c;d', 'e|f', '17" wide', '"quoted"'],
        sites,
        tracked: false,
      },
      { keyword: "'=restored 2", tags: ['it\\{s}', '-5'], sites: sites.slice(1), tracked: true },
      { keyword: 'restored 3', tags: [], sites: [], tracked: false },
    ]
    for (const body of bodies) expect((await opm.post('/api/keywords', body)).status).toBe(201)
    const stored = async () =>
      (
        await pool.query(
          `select keyword, is_tracked, tracked_since is not null as is_since, site_ids,
             array(select tag from tags where tag_id = any(tag_ids) order by 1) as tags
           from keywords where keyword like '%restored _' order by 1`,
        )
      ).rows
    const before = await stored()
    expect(before).toHaveLength(3)
    const { body: file } = await opm.get('/api/keywords/keywords.csv?keyword=restored')
    await pool.query("delete from keywords where keyword like '%restored _'")
    await pool.query('delete from tags')
    expect((await upload(file)).body).toMatchObject({ added: 3, repeated: 0, invalid: 0 })
    expect(await stored()).toEqual(before)
    const lists = await pool.query("select tag_ids from keywords where keyword like '%restored _'")
    for (const { tag_ids: ids } of lists.rows) expect(ids).toEqual([...ids].sort((a, b) => a - b))
    expect((await upload(file)).body).toMatchObject({ added: 0, repeated: 3, invalid: 0 })
  })

  it('leaves a repeated keyword as it is, and makes no tag for it', async () => {
    await upload('keyword,tags\nheld lamp,held\n')
    const { body } = await upload(
      'keyword,tags,tracked\nheld lamp,stray,no\nheld rug,held,\nHeld Rug,stray too,no\n',
    )
    expect(body).toMatchObject({ added: 1, repeated: 2, invalid: 0 })
    const { body: tags } = await (await api.as('opm')).get('/api/keywords/tags')
    const words = tags.map(({ tag }: { tag: string }) => tag)
    expect(words).toContain('held')
    expect(words.filter((tag: string) => tag.startsWith('stray'))).toEqual([])
    for (const word of ['held lamp', 'held rug'])
      expect(await rowOf(word)).toMatchObject({ is_tracked: true, tag_ids: [expect.any(Number)] })
  })

  it('refuses a line with an unknown site, and one that says something else than yes or no', async () => {
    const { body } = await upload(
      'keyword,sites,tracked\nlost lamp,Nowhere,yes\nlost rug,,perhaps\nlost mat,,no',
    )
    expect(body).toMatchObject({
      added: 1,
      invalid: 2,
      errors: [
        { line: 2, text: 'lost lamp', reason: 'There is no site “Nowhere”.' },
        { line: 3, text: 'lost rug', reason: 'Tracked must be yes or no, not “perhaps”.' },
      ],
    })
    expect(await rowOf('lost mat')).toMatchObject({ is_tracked: false, tracked_since: null })
  })

  it('forgets the totals that it makes wrong', async () => {
    const opm = await api.as('opm')
    const total = async () => (await opm.get('/api/keywords?currentPage=1')).body.meta.total
    const before = await total()
    await upload('counted at once')
    expect(await total()).toBe(before + 1)
  })

  it('by three at once of the same words makes one keyword of each', async () => {
    const file = Array.from({ length: 3000 }, (_, number) => `raced ${(number * 7919) % 3000}`).join('\n')
    const tokens = await Promise.all([1, 2, 3].map(() => newToken()))
    const answers = await Promise.all(tokens.map((token) => upload(file, { token })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.map(({ body }) => body.added).sort()).toEqual([0, 0, 3000])
  })
})

// Files without a name are seen where Linux lists what a process holds.
describe.runIf(existsSync('/proc/self/fd'))('an upload that is cut off', () => {
  const BOUNDARY = 'cut-here'
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="cut.csv"\r\n\r\n`
  const tail = `\r\n--${BOUNDARY}--\r\n`
  const content = Array.from({ length: 20_000 }, (_, number) => `cut off ${number}`).join('\n')

  const isAtRest = async () => {
    const { rows } = await api.database.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and query ilike '%uploaded_keywords%' and pid <> pg_backend_pid() and state <> 'idle'",
    )
    return rows.length === 0
  }

  /** Files that the server is taking to the disk, by their sizes so far: nameless, and only its process still holds them. */
  async function comingFiles(): Promise<number[]> {
    const open = (await readdir('/proc/self/fd')).map((fd) => join('/proc/self/fd', fd))
    const sizes = open.map(async (fd) =>
      /copydesk-upload-.*\(deleted\)$/.test(await readlink(fd)) ? (await stat(fd)).size : -1,
    )
    // One that was closed since has no link any more.
    return (await Promise.all(sizes.map((size) => size.catch(() => -1)))).filter((size) => size >= 0)
  }

  /** Sends the same part so many times at once, until all of them are coming; answers what ends them. */
  async function sendParts(many: number, share: number, token?: string) {
    const { port, hostname } = new URL(address)
    const whole = head + content + tail
    const part = whole.slice(0, whole.length * share)
    const before = (await comingFiles()).length
    const sockets: Socket[] = []
    for (let at = 0; at < many; at += 1) {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      socket.write(
        `POST /api/keywords/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token ?? (await newToken())}\r\ncontent-type: multipart/form-data; boundary=${BOUNDARY}\r\ncontent-length: ${whole.length}\r\n\r\n${part}`,
      )
      sockets.push(socket)
    }
    // What may be the beginning of its end is held back.
    const least = part.length - head.length - tail.length
    await until(async () => (await comingFiles()).filter((size) => size >= least).length - before >= many)
    return {
      async end() {
        for (const socket of sockets) socket.destroy()
        await until(async () => (await comingFiles()).length <= before && (await isAtRest()))
      },
    }
  }

  it('keeps nobody waiting during the transfer; of very many at once, only the last has to be sent again', async () => {
    const nine = await sendParts(9, 0.5)
    expect((await upload('tenth of ten')).status).toBe(200)
    const tenth = await sendParts(1, 0.5)
    const eleventh = await upload('eleventh')
    expect([eleventh.status, eleventh.retryAfter]).toEqual([503, '15'])
    await tenth.end()
    await nine.end()
    expect((await upload('eleventh')).status).toBe(200)
  })

  it('of one person takes four of the places: a colleague uploads meanwhile', async () => {
    const token = await newToken()
    const slow = await sendParts(4, 0.5, token)
    expect((await upload('a fifth of five', { token })).status).toBe(503)
    expect((await upload('a word of a colleague')).status).toBe(200)
    await slow.end()
  })

  it.each([0.05, 0.5, 0.99])(
    'after %f of it imports nothing and leaves no work behind [S11]',
    async (share) => {
      const before = await count()
      await (await sendParts(1, share)).end()
      expect(await count()).toBe(before)
    },
  )

  it('by its own form imports nothing and says so [S11]', async () => {
    const before = await count()
    const opm = await api.as('opm')
    for (const share of [0.5, 0.99, 1]) {
      const payload = (head + content).slice(0, (head + content).length * share)
      const { status } = await opm.send({
        method: 'POST',
        url: '/api/keywords/upload',
        payload,
        headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      })
      expect(status).toBe(400)
    }
    expect(await count()).toBe(before)
  })
})
