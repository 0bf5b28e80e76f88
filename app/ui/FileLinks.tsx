import { LinkButton } from './Button'

/** Links to the rows of a list or report as files, with the filters of the address. */
export function FileLinks({ to }: { to: string }) {
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
