import { useLocation } from '@remix-run/react'
import { paths } from '~/paths'
import { COLUMNS } from '~/platform/request/list-columns'
import { LinkButton } from './Button'
import { Icon } from './Icon'
import { useColumns } from './ListViews'

/** Links to the rows of this list as files, or of what `to` names, with the filters of the address. */
export function FileLinks({ to: given }: { to?: string }) {
  const { pathname, search } = useLocation()
  const { text } = useColumns()
  // The file has the columns of the screen.
  const query = new URLSearchParams(search)
  if (text) query.set(COLUMNS, text)
  const to = given ?? `${paths.fileOf(pathname)}${query.size > 0 ? `?${query}` : ''}`
  return (
    <>
      <LinkButton to={to} reloadDocument>
        <Icon name="download" />
        Excel
      </LinkButton>
      <LinkButton to={`${to}${to.includes('?') ? '&' : '?'}format=csv`} reloadDocument>
        <Icon name="download" />
        CSV
      </LinkButton>
    </>
  )
}
