/** The time zone of the administrator's screens, which belong to no project. */
export const ADMIN_TIME_ZONE = 'Asia/Manila'
