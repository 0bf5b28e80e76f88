import { Form, useLocation } from '@remix-run/react'
import { ChevronDown } from 'lucide-react'
import type { Destination } from '~/modules/navigation/destinations'
import { paths } from '~/paths'
import { Icon } from '~/ui/Icon'
import { Logo } from '~/ui/Logo'
import { Menu, MenuLink } from '~/ui/Menu'
import { CountLink } from './CountLink'
import { MenuButton } from './MenuFrame'
import { Palette } from './Palette'
import { ProjectSwitcher } from './ProjectSwitcher'

interface Named {
  id: string
  name: string
}

interface Props {
  name: string
  email: string
  role: string
  today: string
  project: Named | null
  projects: readonly Named[]
  destinations: readonly Destination[]
  /** The number of items that wait in the inbox; null for a user without one. */
  waiting: number | null
  /** The number of unread notifications; null for a user without a project. */
  unread: number | null
  mac: boolean
}

/** Shows the project, the day and the user, on every signed-in screen. */
export function TopBar(props: Props) {
  const { name, email, role, today, project, projects } = props
  const { destinations, waiting, unread, mac } = props
  return (
    <div className="flex min-h-13 items-center gap-2 border-b border-line bg-surface px-3 lg:px-6">
      <MenuButton />
      <span className="flex lg:hidden">
        <Logo bare />
      </span>
      {project && projects.length > 1 ? (
        <ProjectSwitcher active={project} projects={projects} />
      ) : (
        <span className="min-w-0 truncate font-semibold">{project?.name ?? 'Administration'}</span>
      )}
      <div className="ml-auto flex shrink-0 items-center gap-1 sm:gap-3">
        <span className="figures hidden text-muted sm:block">{today}</span>
        <Palette destinations={destinations} searches={project !== null} mac={mac} />
        {waiting === null ? null : (
          <CountLink
            {...{ to: paths.inbox.list, icon: 'inbox', label: 'Inbox', count: waiting }}
            className="max-sm:hidden"
          />
        )}
        {unread === null ? null : (
          <CountLink
            {...{
              to: paths.notifications.list,
              icon: 'bell',
              label: 'Notifications',
              count: unread,
            }}
          />
        )}
        <Menu
          label={
            <>
              <Icon name="circle-user-round" className="size-5 text-muted" />
              <span className="hidden max-w-40 truncate font-medium xl:block">{name}</span>
              <span className="sr-only md:hidden">{name}</span>
              <ChevronDown aria-hidden className="size-3.5 text-muted" />
            </>
          }
        >
          <div className="px-2.5 pt-1 pb-2.5">
            <p className="font-semibold break-words">{name}</p>
            <p className="text-xs break-all text-muted">{email}</p>
            <p className="mt-1 text-xs text-muted">{role}</p>
            <p className="figures mt-1 text-xs text-muted sm:hidden">{today}</p>
          </div>
          <MenuLink to={paths.helpOf(useLocation().pathname)}>Help</MenuLink>
          <ThemeChoice />
        </Menu>
      </div>
    </div>
  )
}

const THEMES = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const

function ThemeChoice() {
  return (
    <Form
      method="post"
      action={paths.shell.theme}
      preventScrollReset
      className="flex gap-1 border-t border-line pt-1.5"
    >
      {THEMES.map(([value, label]) => (
        <button
          key={value}
          type="submit"
          name="theme"
          value={value}
          className="flex-1 rounded-md px-2 py-1.5 text-xs whitespace-nowrap hover:bg-sunken"
        >
          {label}
        </button>
      ))}
    </Form>
  )
}
