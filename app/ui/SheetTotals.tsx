import type { ReactNode } from 'react'
import { cx } from './classes'

/** A name and an amount. */
interface Sum {
  label: string
  value: ReactNode
  strong?: boolean
}

interface Props {
  /** The parts of the total by VAT, which stand at the left. */
  breakdown: readonly Sum[]
  sums: readonly Sum[]
}

/** Prints the sums below the lines of a paper. */
export function SheetTotals({ breakdown, sums }: Props) {
  return (
    <div className="mb-3 flex break-inside-avoid items-end justify-between gap-6">
      {[breakdown, sums].map((rows, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the two lists never change places
        <table key={index} className="border-collapse">
          <tbody>
            {rows.map(({ label, value, strong }) => (
              <tr key={label} className={cx(strong && 'border-t border-ink font-semibold')}>
                <td className="px-1 py-0.5 pr-6">{label}</td>
                <td className="figures px-1 py-0.5 text-right whitespace-nowrap">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}
