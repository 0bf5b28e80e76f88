import { readSetting, trade } from '../acts.ts'
import type { Bench, BenchSection } from '../context.ts'
import { type Line, median, ms, p95, sample } from '../measure.ts'

const ACT_MS = 3
/** Measures each act from the booking to the cleared cheque, by its SQL function alone. */
export const actsSection: BenchSection = {
  name: 'acts',
  title: 'From the booking to the cleared cheque',
  about:
    'The SQL functions of a booking of five lines on a direct connection as the owner, each sent with the beginning and the end of its transaction as the data API does, one after the other, each time for another customer: entered, validated, delivered, invoiced, paid by a cheque for its total, which is approved, deposited and cleared. The limit is a transaction that writes a message of one letter: what each commit waits for the disk.',
  async run(bench) {
    const setting = await readSetting(bench)
    await trade(bench, setting, (_, run) => run())
    const taken = new Map<string, number[]>()
    const timed = async (work: string, run: () => Promise<void>) => {
      const began = performance.now()
      await run()
      taken.set(work, [...(taken.get(work) ?? []), performance.now() - began])
    }
    for (let n = 0; n < bench.times(60); n++) await trade(bench, setting, timed)
    const commit = median(await sample(bench.times(60), () => writeLetter(bench)))
    return [...taken].map(([work, times]): Line => {
      const figure = median(times)
      return {
        work,
        figure: `${ms(figure)}, p95 ${ms(p95(times))}`,
        limit: ms(commit),
        ratio: figure / commit,
        target: `≤ ${ACT_MS} ms`,
        met: figure <= ACT_MS,
      }
    })
  },
}

const writeLetter = ({ company, direct }: Bench) =>
  direct.act(company.salesAdmin, `select pg_logical_emit_message(true, 'bench', 'a')`)
