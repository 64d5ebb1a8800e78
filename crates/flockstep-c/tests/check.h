/* What the tests in C share: a check that says where it failed, and goes on. */
#ifndef CHECK_H
#define CHECK_H
#include <flockstep.h>
#include <stdio.h>
#include <string.h>

static int checks = 0, failures = 0;

#define CHECK(what)                                                                    \
    do {                                                                               \
        checks++;                                                                      \
        if (!(what)) {                                                                 \
            failures++;                                                                \
            printf("%s:%d: not so: %s (%s)\n", __FILE__, __LINE__, #what, flockstep_error_message()); \
        }                                                                              \
    } while (0)
/* The call is refused with this code, and the message has this word. */
#define REFUSED(call, code, word)                                                      \
    do {                                                                               \
        CHECK((call) == (code));                                                       \
        CHECK(strstr(flockstep_error_message(), (word)) != NULL);                      \
    } while (0)

static int done(const char *name) {
    printf("%s: %d checks, %d failed\n", name, checks, failures);
    return failures != 0;
}
#endif
