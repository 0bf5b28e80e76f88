import { HttpClient } from '../../tools/http-client.ts'

/**
 * Measures one PDF of a hundred statements of account beside somebody else's pages, on a running server with the demo company:
 * `npx tsx scripts/bench/statements.ts http://localhost:3000 2026-11-01`. Without a day they begin with the first document.
 */
const [origin = 'http://localhost:3000', from = ''] = process.argv.slice(2)
const STATEMENTS = `/customers/statements?from=${from}&format=pdf`
const PAGE = '/sales/bookings'
const ROUNDS = 40

const printer = await HttpClient.signedIn(origin, 'special-access-1@demo.test')
const other = await HttpClient.signedIn(origin, 'sales-admin@demo.test')

async function timed<T>(work: () => Promise<T>): Promise<[ms: number, answer: T]> {
  const began = performance.now()
  const answer = await work()
  return [Math.round(performance.now() - began), answer]
}

const page = async () => {
  const [ms] = await timed(async () => (await other.get(PAGE)).text())
  return ms
}

const p95 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]!

async function pdf() {
  const answer = await printer.get(STATEMENTS)
  const file = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 200) throw new Error(`${answer.status} ${file.toString().slice(0, 300)}`)
  return file.byteLength
}

for (let n = 0; n < 10; n++) await page()
const alone: number[] = []
while (alone.length < ROUNDS) alone.push(await page())
await pdf()

const beside: number[] = []
const files: number[] = []
while (beside.length < ROUNDS) {
  let isDone = false
  const file = timed(pdf).finally(() => {
    isDone = true
  })
  while (!isDone) beside.push(await page())
  const [ms, bytes] = await file
  files.push(ms)
  process.stdout.write(`PDF of ${bytes.toLocaleString('en-US')} bytes in ${ms} ms\n`)
}
process.stdout.write(
  `page p95: alone ${p95(alone)} ms, beside ${p95(beside)} ms; slowest PDF ${Math.max(...files)} ms\n`,
)
