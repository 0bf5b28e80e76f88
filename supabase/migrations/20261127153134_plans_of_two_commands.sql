-- The last two commands in SQL become PL/pgSQL, which keeps its plan.

CREATE OR REPLACE FUNCTION public.decide_customer(p_project uuid, p_idempotency_key uuid, p_customer uuid, p_version integer, p_decision text, p_credit_line numeric DEFAULT NULL::numeric, p_terms_days integer DEFAULT NULL::integer, p_reason text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin return private.decide_customer(p_project, p_idempotency_key, p_customer, p_version, p_decision, p_credit_line, p_terms_days, p_reason); end $function$;

CREATE OR REPLACE FUNCTION public.print_documents(p_project uuid, p_idempotency_key uuid, p_kind text, p_numbers text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin return private.print_documents(p_project, p_idempotency_key, p_kind, private.papers_to_read(p_project, p_kind, p_numbers[1:200])); end $function$;
