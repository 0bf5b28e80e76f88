import { type ReactNode, useState } from 'react'
import { CellLink } from './CellLink'
import { cx } from './classes'
import { useHydrated } from './useHydrated'

/** The header of a group, which comes before the rows that it sums. */
export interface GroupHead {
  /** The number of groups that this group lies in. */
  depth: number
  /** The name of the group, and how many rows it has. */
  text: string
  /** The page of what the group is. */
  to?: string | null
  /** True where the group begins on a page before. */
  continued?: boolean
}

interface Entry<Row> {
  row: Row
  head: GroupHead | null
}

interface Props<Row> {
  rows: readonly Row[]
  rowKey(row: Row): string
  headOf(row: Row): GroupHead | null
  /** Returns the cells of a row; those of a header without its name, and the number of columns that the name spans. */
  cells(row: Row, head: GroupHead | null): ReactNode
  span: number
}

/** Cards on a phone are no table to a browser: its parts say what they are. */
const ROLES = { body: { role: 'rowgroup' }, row: { role: 'row' }, cell: { role: 'cell' } } as const

/**
 * Shows rows in groups, each below a header with its sums. A table has a body for each outermost group, so that its checkbox
 * hides the rest of it without scripts; groups within it are closed by scripts.
 */
export function GroupRows<Row>({ rows, headOf, ...props }: Props<Row>) {
  const groups: Entry<Row>[][] = []
  for (const row of rows) {
    const head = headOf(row)
    if (head?.depth === 0 || groups.length === 0) groups.push([])
    groups.at(-1)!.push({ row, head })
  }
  return groups.map((entries) => (
    <GroupBody key={props.rowKey(entries[0]!.row)} entries={entries} {...props} />
  ))
}

function GroupBody<Row>({
  entries,
  rowKey,
  cells,
  span,
}: Omit<Props<Row>, 'rows' | 'headOf'> & { entries: readonly Entry<Row>[] }) {
  const hydrated = useHydrated()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const turn = (key: string) =>
    setClosed((before) => {
      const next = new Set(before)
      if (!next.delete(key)) next.add(key)
      return next
    })
  // Below a closed header a row is hidden until a header stands as far out.
  let hiddenBelow = Number.POSITIVE_INFINITY
  return (
    <tbody {...ROLES.body} className="block sm:table-row-group">
      {entries.map(({ row, head }) => {
        const key = rowKey(row)
        const depth = head?.depth ?? Number.POSITIVE_INFINITY
        if (depth <= hiddenBelow) hiddenBelow = Number.POSITIVE_INFINITY
        const hidden = depth > hiddenBelow
        if (head && head.depth > 0 && closed.has(key) && !hidden) hiddenBelow = head.depth
        return (
          <tr
            key={key}
            {...ROLES.row}
            hidden={hidden}
            data-depth={head?.depth}
            data-continued={head?.continued ? '' : undefined}
            className={head ? cx('group-row', head.depth === 0 && 'outermost') : undefined}
          >
            {head ? (
              <td {...ROLES.cell} colSpan={span} className="group-name">
                <span className="group-label">
                  {head.depth === 0 || hydrated ? (
                    <input
                      type="checkbox"
                      autoComplete="off"
                      className="group-toggle"
                      aria-label={`Rows of ${head.text}`}
                      {...(head.depth === 0
                        ? { defaultChecked: true }
                        : { checked: !closed.has(key), onChange: () => turn(key) })}
                    />
                  ) : null}
                  {head.to ? <CellLink to={head.to}>{head.text}</CellLink> : head.text}
                  {head.continued ? ' (continued)' : null}
                </span>
              </td>
            ) : null}
            {cells(row, head)}
          </tr>
        )
      })}
    </tbody>
  )
}
