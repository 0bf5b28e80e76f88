import { describe, expect, it } from 'vitest'
import { threadReader, writeOnThread } from '../../../server/read-on-thread.ts'
import { openPdf, readPdf } from '../../../tests/support/pdf.ts'
import type { Paper, PaperBlock, Papers } from '../../platform/papers/paper.ts'
import { drawnCharacters, FACES } from '../../platform/papers/pdf/fonts.ts'
import { type PdfJob, writePdf } from '../../platform/papers/pdf/write.ts'
import { fileReply } from './pdf.server.ts'

const LETTERHEAD = {
  company: 'Bayanihan Distribution, Inc.',
  logo: null,
  address: '118 Marcos Highway, Pasig City',
  tin: '000-118-442-00000',
  phone: null,
  payment: null,
  lines: [],
}

const paperOf = (blocks: readonly PaperBlock[], more: Partial<Paper> = {}): Paper => ({
  letterhead: LETTERHEAD,
  title: 'Invoice',
  head: [{ text: 'SI-1', look: 'number' }],
  dated: '2026-11-29',
  blocks,
  ...more,
})

const tableOf = (rows: readonly (readonly string[])[]): PaperBlock => ({
  kind: 'table',
  columns: [
    { header: 'Line' },
    { header: 'Description', share: 1 },
    { header: 'Amount (PHP)', align: 'end', whole: true },
  ],
  rows,
  sums: [{ label: 'Total due', value: 'PHP 5.00', strong: true }],
})

const write = (sheets: readonly Paper[], more: Partial<PdfJob> = {}) =>
  writePdf({ papers: { file: 'Invoice SI-1', sheets }, size: 'a4', logos: {}, ...more })

const linesOf = async (sheets: readonly Paper[]) =>
  (await readPdf(await write(sheets))).map(({ lines }) => lines)

const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ')

describe('a paper of many lines', () => {
  it('has its head on every page, each line on one page, and pages with their numbers', async () => {
    const rows = Array.from({ length: 150 }, (_, at) => [
      `L${at}`,
      // Every fifth line takes three lines of text.
      at % 5 === 0 ? `First${at} ${words(20)} last${at}` : `Soap ${at}`,
      `${at}.00`,
    ])
    const pages = await linesOf([paperOf([tableOf(rows)])])
    expect(pages.length).toBeGreaterThan(4)
    const head = 'Line Description Amount (PHP)'
    for (const [at, lines] of pages.entries()) {
      expect(lines.filter((line) => line === head)).toHaveLength(1)
      expect(lines.at(-1)).toBe(`Page ${at + 1} of ${pages.length}`)
    }
    const starts = pages.flatMap((lines) => lines.filter((line) => /^L\d+ /.test(line)))
    expect(starts.map((line) => line.split(' ')[0])).toEqual(rows.map(([name]) => name))
    for (let at = 0; at < 150; at += 5) {
      const page = pages.find((lines) => lines.some((line) => line.includes(`First${at} `)))
      expect(page!.some((line) => new RegExp(`last${at}$`).test(line))).toBe(true)
    }
    expect(pages.at(-1)).toContain('Total due PHP 5.00')
  })

  it('has groups with their sums above their rows, and a total below all of them', async () => {
    const rows = Array.from({ length: 120 }, (_, at) =>
      at % 12 === 0
        ? { depth: 0, name: `Agent ${at}`, cells: [`${at}.50`] }
        : [`D${at}`, 'Store', `${at}.00`],
    )
    const columns = [{ header: 'No.' }, { header: 'Customer' }, { header: 'Sum', whole: true }]
    const total = ['Total', null, '999.00']
    const table: PaperBlock = { kind: 'table', dense: true, columns, rows, total }
    const pages = await linesOf([paperOf([table], { wide: true })])
    const lines = pages.flatMap((each) => each.slice(each.indexOf('No. Customer Sum') + 1, -1))
    expect(lines.at(-1)).toBe('Total 999.00')
    expect(lines.slice(0, -1)).toEqual(
      rows.map((row) => (Array.isArray(row) ? row.join(' ') : `${row.name} ${row.cells[0]}`)),
    )
    // The head of a group never ends a page.
    for (const each of pages) expect(each.at(-2)).not.toMatch(/^Agent/)
  })

  it('keeps its signatures together, and the pages of papers apart', async () => {
    const signed = (rows: number) =>
      paperOf([
        tableOf(Array.from({ length: rows }, (_, at) => [`L${at}`, 'Soap', '1.00'])),
        {
          kind: 'signatures',
          labels: [
            { label: 'Prepared by', name: 'Ana Cruz', office: 'Cashier' },
            { label: 'Date' },
          ],
        },
      ])
    for (const rows of [30, 31, 32, 33, 34, 35]) {
      const pages = await linesOf([signed(rows), signed(2)])
      const last = pages.findIndex((lines) => lines.includes('Prepared by Date'))
      expect(pages[last]).toEqual(expect.arrayContaining(['Ana Cruz', 'Cashier']))
      expect(pages[last]!.at(-1)).toBe(`Page ${last + 1} of ${last + 1}`)
      expect(pages.at(-1)!.at(-1)).toBe('Page 1 of 1')
    }
  })

  it('has the sizes of paper, and lies across where it is wide', async () => {
    const sizeOf = async (size: PdfJob['size'], wide = false) =>
      (await readPdf(await write([paperOf([], { wide })], { size })))[0]!.size
    expect(await sizeOf('a4')).toEqual([595, 842])
    expect(await sizeOf('a5')).toEqual([595, 420])
    expect(await sizeOf('letter')).toEqual([612, 792])
    expect(await sizeOf('letter', true)).toEqual([792, 612])
    expect(await sizeOf('a5', true)).toEqual([842, 595])
  })
})

interface Node {
  role?: string
  alt?: string
  children?: Node[]
}

/** The roles of a tree in their order, each with those in it. */
const rolesOf = ({ role, children = [] }: Node): string[] => [
  ...(role ? [role] : []),
  ...children.flatMap(rolesOf),
]

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)

describe('a PDF', () => {
  it('is tagged: its language, title and parts are told to a screen reader', async () => {
    const logo = '/logos/a.png'
    const paper = paperOf([tableOf([['1', 'Soap', '5.00']])], {
      letterhead: { ...LETTERHEAD, logo },
    })
    const logos = { [logo]: { image: new Uint8Array(PIXEL), width: 1, height: 1 } }
    const pdf = await openPdf(await write([paper], { logos }))
    const { info } = await pdf.getMetadata()
    expect(info).toMatchObject({ Title: 'Invoice SI-1', Language: 'en' })
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
    const tree = (await (await pdf.getPage(1)).getStructTree()) as Node
    const roles = rolesOf(tree)
    expect(roles.filter((role) => role === 'H1')).toHaveLength(1)
    expect(roles.filter((role) => role === 'TR')).toHaveLength(3)
    // Three of the head, and the name of the sum.
    expect(roles.filter((role) => role === 'TH')).toHaveLength(4)
    expect(roles.filter((role) => role === 'TD')).toHaveLength(4)
    expect(roles).toEqual(expect.arrayContaining(['Table', 'P', 'Figure']))
    const find = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(find)]
    expect(find(tree).find(({ role }) => role === 'Figure')!.alt).toBe(
      'Logo of Bayanihan Distribution, Inc.',
    )
  })

  it('has the same bytes for the same paper', async () => {
    const paper = paperOf([tableOf([['1', 'Soap', '5.00']])])
    expect(Buffer.compare(await write([paper]), await write([paper]))).toBe(0)
  })

  it('draws every character of its fonts, and they can be read back', async () => {
    const all = drawnCharacters().filter((character) => /\S/.test(character))
    const text = all.join(' ')
    const blocks = {
      regular: { kind: 'text', text },
      medium: { kind: 'text', text, look: 'firm' },
      semibold: { kind: 'text', text: { text, strong: true } },
    } as const
    for (const face of FACES) {
      const [lines] = await linesOf([paperOf([blocks[face]])])
      const first = lines!.findIndex((line) => line.startsWith('! '))
      // Two signs of one drawing, such as µ of two alphabets, are read as one of them.
      const plain = (texts: readonly string[]) => texts.join(' ').normalize('NFKC')
      expect(plain(lines!.slice(first, -1))).toBe(plain(all))
    }
  })

  it('carries files, such as the data of the document', async () => {
    const content = new TextEncoder().encode('{"invoice":"SI-1"}')
    const attachments = [
      { name: 'invoice.json', type: 'application/json', content, relationship: 'Data' as const },
    ]
    const file = await write([paperOf([])], { attachments })
    const found = (await (await openPdf(file)).getAttachments()) as Record<
      string,
      { content: Uint8Array }
    >
    expect(Buffer.from(found['invoice.json']!.content).toString()).toBe('{"invoice":"SI-1"}')
    expect(Buffer.from(file).toString('latin1')).toContain('/AFRelationship /Data')
  })
})

describe('a hostile paper', () => {
  it('shows a sign for each character that the fonts do not have', async () => {
    const text = 'Mango 🥭 שלום \u202eevil\u202c \u0007bell 漢字 Ñ₱ e\u0301'
    const [lines] = await linesOf([paperOf([{ kind: 'text', text }])])
    expect(lines).toContain('Mango □ □□□□ evil bell □□ Ñ₱ é')
  })

  it('loses nothing of words that are wider than a page, and of a cell that is higher', async () => {
    const wide = 'W'.repeat(3000)
    const high = words(3000)
    const paper = paperOf([
      { kind: 'facts', items: [['Sold to', wide]], amount: { label: wide, value: wide } },
      tableOf([
        ['1', wide, '1.00'],
        ['2', high, '2.00'],
      ]),
      { kind: 'totals', breakdown: [], sums: [{ label: 'Total', value: '5.00' }] },
      { kind: 'text', text: high, look: 'small' },
      { kind: 'signatures', labels: [{ label: wide }, { label: 'Date' }] },
    ])
    const text = (await linesOf([paper])).flat().join(' ')
    expect(text.match(/\bword\d+\b/g)).toHaveLength(6000)
    expect(text.match(/W/g)!.length).toBeGreaterThan(9000)
  })

  it('of 2,000 lines is written', async () => {
    const rows = Array.from({ length: 2000 }, (_, at) => [`L${at}`, `Soap ${at}`, '1.00'])
    const pages = await linesOf([paperOf([tableOf(rows)])])
    expect(pages.flat().filter((line) => /^L\d+ Soap/.test(line))).toHaveLength(2000)
  })
})

const papers = (sheets: readonly Paper[], file = 'Invoice SI/1 "Ñ"'): Papers => ({ file, sheets })

describe('a page that is asked for as a PDF', () => {
  type Page = Parameters<typeof fileReply>[1]
  const page = (loaderData: object) => ({ loaderData, errors: null }) as Page
  const db = {} as Parameters<typeof fileReply>[2]['db']
  const ask = (data: object, search = '?format=pdf', write = writeOnThread) =>
    fileReply(new Request(`http://localhost/print${search}`), page(data), {
      db,
      writeOnThread: write,
    })

  it('is a file with the name of its document, written on a thread', async () => {
    const answer = await ask({ root: null, print: { papers: papers([paperOf([])]) } })
    expect(answer!.headers.get('content-disposition')).toBe(
      `attachment; filename="Invoice SI-1 -N-.pdf"; filename*=UTF-8''Invoice%20SI-1%20-%C3%91-.pdf`,
    )
    const [read] = await readPdf(new Uint8Array(await answer!.arrayBuffer()))
    expect(read!.lines).toEqual(expect.arrayContaining(['Bayanihan Distribution, Inc.', 'SI-1']))
  }, 30_000)

  it('carries the data of its documents, and is that of the first one as JSON', async () => {
    const text = '{"document":{"number":"SI-1"},"sha256":"00"}\n'
    const data = [{ name: 'Invoice SI/1', description: 'Invoice SI/1 as structured data', text }]
    const loaded = { print: { papers: { ...papers([paperOf([])]), data } } }
    const pdf = await openPdf(new Uint8Array(await (await ask(loaded))!.arrayBuffer()))
    const found = (await pdf.getAttachments()) as Record<string, { content: Uint8Array }>
    expect(Buffer.from(found['Invoice SI-1.json']!.content).toString()).toBe(text)
    const json = (await ask(loaded, '?format=json'))!
    expect(json.headers.get('content-type')).toBe('application/json')
    expect(json.headers.get('content-disposition')).toContain('filename="Invoice SI-1.json"')
    expect(await json.text()).toBe(text)
    expect(await ask({ print: { papers: papers([paperOf([])]) } }, '?format=json')).toBeNull()
  }, 30_000)

  it('stays a page without papers, without the question, and with an error', async () => {
    expect(await ask({ print: { papers: papers([]) } })).toBeNull()
    expect(await ask({ print: { papers: null }, root: null })).toBeNull()
    expect(await ask({ print: { papers: papers([paperOf([])]) } }, '?paper=a5')).toBeNull()
  })

  it('is refused when it takes too long, too much memory, or others wait', async () => {
    const data = { print: { papers: papers([paperOf([])]) } }
    const refusal = (write: typeof writeOnThread) =>
      ask(data, '?format=pdf', write).then(
        () => null,
        async (answer: Response) => [answer.status, ((await answer.json()) as Error).message],
      )
    const large = 'This is too much for one PDF. Choose fewer documents, or print the page.'
    expect(await refusal(threadReader({ ms: 1 }))).toEqual([413, large])
    const memory = { maxOldGenerationSizeMb: 4, maxYoungGenerationSizeMb: 1, stackSizeMb: 4 }
    expect(await refusal(threadReader({ memory }))).toEqual([413, large])
    expect((await refusal(threadReader({ atOnce: 0, waiting: 0 })))![0]).toBe(503)
  }, 30_000)
})
