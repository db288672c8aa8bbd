vcl 4.1;

# Varnish 6 or later. It speaks plain HTTP to the service, which needs "tls": { "mode": "proxy" } and the address of
# Varnish in tls.trustedProxies; what terminates TLS stands in front of Varnish.
backend images {
  .host = "127.0.0.1";
  .port = "8080";
}

sub vcl_recv {
  set req.http.X-Forwarded-Proto = "https";
  unset req.http.Cookie;
  unset req.http.Authorization;
  # Browsers write Accept in many ways. Three are left, so that an address is kept three times at most.
  if (req.http.Accept ~ "image/avif") {
    set req.http.Accept = "image/avif,image/webp";
  } else if (req.http.Accept ~ "image/webp") {
    set req.http.Accept = "image/webp";
  } else {
    set req.http.Accept = "*/*";
  }
}
