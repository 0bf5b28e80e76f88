set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.refuse_value(p jsonb, p_key text, p_path text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  perform private.invalid(p_path || p_key, case when jsonb_typeof(p) in ('object', 'null') then 'Enter one value.' else 'Give the fields by their names.' end);
end $function$;

CREATE OR REPLACE FUNCTION private.read_value(p jsonb, p_key text, p_path text DEFAULT ''::text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN ((jsonb_typeof(p) <> ALL (ARRAY['object'::text, 'null'::text])) OR (jsonb_typeof((p -> p_key)) = ANY (ARRAY['object'::text, 'array'::text]))) THEN private.refuse_value(p, p_key, p_path) ELSE NULLIF((p ->> p_key), ''::text) END;

COMMENT ON FUNCTION "private"."refuse_value"(jsonb, text, text) IS 'Refuses what private.read_value cannot read.';

REVOKE ALL ON FUNCTION "private"."refuse_value"(jsonb, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_value"(jsonb, text, text) TO "authenticated";
