set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.people_of_project(p_project uuid)
 RETURNS TABLE(user_id uuid, display_name text, role text, status text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select m.user_id, p.display_name, m.role, m.status
  from public.memberships m join public.profiles p on p.user_id = m.user_id where m.project_id = p_project
$function$;

COMMENT ON FUNCTION "public"."people_of_project"(uuid) IS 'Lists everyone who is or was a member of the project, with name, role and status (active or left). Rows are those that the caller may read.';

REVOKE ALL ON FUNCTION "public"."people_of_project"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."people_of_project"(uuid) TO "authenticated";
