set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.new_id()
 RETURNS uuid
 LANGUAGE sql
RETURN (encode(set_bit(set_bit(OVERLAY(uuid_send(gen_random_uuid()) PLACING SUBSTRING(int8send(((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint) FROM 3) FROM 1 FOR 6), (52)::bigint, 1), (53)::bigint, 1), 'hex'::text))::uuid;

ALTER TABLE "public"."booking_lines" ALTER COLUMN "id" SET DEFAULT private.new_id();
