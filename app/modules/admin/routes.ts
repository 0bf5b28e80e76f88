import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

export const adminRoutes = [
  route(paths.admin.home, 'modules/admin/home.route.tsx'),
  route(paths.admin.system, 'modules/admin/system/system.route.tsx'),
  route(paths.admin.projects, 'modules/admin/projects/projects.route.tsx'),
  route(paths.admin.addProject, 'modules/admin/projects/project-add.route.tsx'),
  route(paths.admin.project(':id'), 'modules/admin/projects/project.route.tsx'),
  route(paths.admin.projectSettings(':id'), 'modules/admin/projects/settings.route.tsx'),
  route(paths.admin.projectGuide(':id'), 'modules/admin/projects/guide.route.tsx'),
  route(paths.admin.users, 'modules/admin/people/people.route.tsx'),
  route(paths.admin.addUser, 'modules/admin/people/person-add.route.tsx'),
  route(paths.admin.user(':id'), 'modules/admin/people/person.route.tsx'),
  route(paths.admin.changeUser(':id'), 'modules/admin/people/person-change.route.tsx'),
  route(paths.ownProject.settings, 'modules/admin/own/settings.route.tsx'),
  route(paths.ownProject.people, 'modules/admin/own/people.route.tsx'),
  route(paths.ownProject.addPerson, 'modules/admin/own/person-add.route.tsx'),
  route(paths.ownProject.houseAccount, 'modules/admin/own/house-account.route.tsx'),
  route(paths.ownProject.sample, 'modules/admin/own/sample.route.tsx'),
  route(paths.ownProject.person(':id'), 'modules/admin/own/person.route.tsx'),
]
