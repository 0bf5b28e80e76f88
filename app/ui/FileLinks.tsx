import { useLocation } from '@remix-run/react'
import { paths } from '~/paths'
import { LinkButton } from './Button'

/** Links to the rows of this list as files, or of what `to` names, with the filters of the address. */
export function FileLinks({ to: given }: { to?: string }) {
  const { pathname, search } = useLocation()
  const to = given ?? paths.fileOf(pathname) + search
  return (
    <>
      <LinkButton to={to} reloadDocument>
        Excel
      </LinkButton>
      <LinkButton to={`${to}${to.includes('?') ? '&' : '?'}format=csv`} reloadDocument>
        CSV
      </LinkButton>
    </>
  )
}
