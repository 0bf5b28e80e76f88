import { Form } from '@remix-run/react'
import { ChevronDown, CircleUserRound } from 'lucide-react'
import { Logo } from '~/ui/Logo'
import { Menu } from '~/ui/Menu'
import type { MenuEntry } from './menu'
import { PhoneMenu } from './PhoneMenu'
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
  menu: readonly MenuEntry[]
}

/** Project, day and person, on every signed-in screen. */
export function TopBar({ name, email, role, today, project, projects, menu }: Props) {
  return (
    <header className="flex min-h-13 items-center gap-2 border-b border-line bg-surface px-3 lg:px-6 print:hidden">
      <PhoneMenu menu={menu} />
      <span className="lg:hidden">
        <Logo bare />
      </span>
      {project && projects.length > 1 ? (
        <ProjectSwitcher active={project} projects={projects} />
      ) : (
        <span className="min-w-0 truncate font-semibold">{project?.name ?? 'Administration'}</span>
      )}
      <span className="figures ml-auto hidden text-muted sm:block">{today}</span>
      <div className="ml-auto sm:ml-3">
        <Menu
          label={
            <>
              <CircleUserRound aria-hidden className="size-5 text-muted" />
              <span className="hidden max-w-40 truncate font-medium md:block">{name}</span>
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
          <ThemeChoice />
        </Menu>
      </div>
    </header>
  )
}

const THEMES = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const

function ThemeChoice() {
  return (
    <Form
      method="post"
      action="/theme"
      preventScrollReset
      className="flex gap-1 border-t border-line pt-1.5"
    >
      {THEMES.map(([value, label]) => (
        <button
          key={value}
          type="submit"
          name="theme"
          value={value}
          className="flex-1 rounded px-2 py-1.5 text-xs whitespace-nowrap hover:bg-sunken"
        >
          {label}
        </button>
      ))}
    </Form>
  )
}
