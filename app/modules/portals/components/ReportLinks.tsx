import { Link } from '@remix-run/react'
import { Panel } from '~/ui/Panel'

interface Props {
  reports: readonly { path: string; title: string; about: string }[]
}

/** The reports that the reader may open. */
export function ReportLinks({ reports }: Props) {
  return (
    <Panel title="Reports">
      <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
        {reports.map(({ path, title, about }) => (
          <li key={path}>
            <Link to={path} className="font-semibold text-accent hover:underline">
              {title}
            </Link>
            <span className="block text-muted">{about}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
