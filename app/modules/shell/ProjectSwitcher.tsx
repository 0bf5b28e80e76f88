import { Form } from '@remix-run/react'
import { Check, ChevronsUpDown } from 'lucide-react'
import { paths } from '~/paths'
import { Menu } from '~/ui/Menu'

interface Named {
  id: string
  name: string
}

/** Switches the active project, for users with several projects. */
export function ProjectSwitcher({
  active,
  projects,
}: {
  active: Named
  projects: readonly Named[]
}) {
  return (
    <Menu
      side="left"
      label={
        <>
          <span className="sr-only">Project: </span>
          <span className="max-w-36 truncate font-semibold sm:max-w-64">{active.name}</span>
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-muted" />
        </>
      }
    >
      <Form method="post" action={paths.shell.switchProject}>
        {projects.map((project) => (
          <button
            key={project.id}
            type="submit"
            name="project"
            value={project.id}
            aria-current={project.id === active.id || undefined}
            className="flex w-full items-center justify-between gap-3 rounded-md px-2.5 py-2 text-left hover:bg-sunken"
          >
            {project.name}
            {project.id === active.id ? <Check aria-hidden className="size-4 text-accent" /> : null}
          </button>
        ))}
      </Form>
    </Menu>
  )
}
