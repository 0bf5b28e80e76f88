import { Quantity } from '~/ui/Figures'
import type { SheetLine } from '../sheet'

interface Props {
  title: string
  lines: readonly SheetLine[]
  blind: boolean
}

const HEAD = 'border border-edge bg-sunken px-2 py-1 text-left text-xs font-semibold'
const CELL = 'border border-edge px-2 py-1.5'

/** Prints one category of the sheet. The table head repeats on every page. */
export function PaperSheet({ title, lines, blind }: Props) {
  return (
    // The paper is wider than a phone's screen, so the section takes the focus for scrolling by
    // keyboard.
    <section
      {...{ 'aria-label': title, tabIndex: 0 }}
      className="mb-8 overflow-x-auto rounded-lg border border-line bg-surface p-4 not-last:break-after-page print:mb-0 print:overflow-visible print:rounded-none print:border-0 print:p-0"
    >
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-muted">
          Counted by <Blank /> Date <Blank />
        </p>
      </div>
      <table className="w-full border-collapse">
        <thead>
          <tr>
            <th className={HEAD}>Code</th>
            <th className={HEAD}>Product</th>
            <th className={HEAD}>A case</th>
            {blind ? null : <th className={HEAD}>Expected</th>}
            <th className={HEAD}>Cases</th>
            <th className={HEAD}>Pieces</th>
            <th className={HEAD}>Remarks</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.productId} className="break-inside-avoid">
              <td className={`${CELL} whitespace-nowrap`}>{line.materialCode}</td>
              <td className={`${CELL} w-1/2`}>{line.description}</td>
              <td className={`${CELL} figures text-right`}>{line.caseConfig}</td>
              {blind ? null : (
                <td className={`${CELL} text-right`}>
                  <Quantity pieces={line.expected ?? 0} caseConfig={line.caseConfig} />
                </td>
              )}
              {/* A product that is sold by the piece has no cases, so the cell is shaded. */}
              <td className={`${CELL} h-9 min-w-20 ${line.caseConfig > 1 ? '' : 'bg-sunken'}`} />
              <td className={`${CELL} min-w-20`} />
              <td className={`${CELL} min-w-32`} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Blank() {
  return <span className="mr-4 inline-block w-32 border-b border-edge">&nbsp;</span>
}
